"""Every page of the site as Markdown, by name: files, guides to the games, problems, decisions."""

from functools import cache

from api.pages.documentation import sources
from api.pages.documentation.contents import DECISIONS, ORDER
from api.pages.documentation.guides import guide
from api.pages.documentation.problem_pages import all_problems, one_problem
from api.problems.catalogue import CODES
from domain.games import GAMES

PAGES = tuple(name for name in ORDER if name in sources.FILES)  # those with a file


def exists(name: str) -> bool:
    return name in ORDER or (
        name.startswith("problems/") and name.removeprefix("problems/") in CODES
    )


@cache
def page(name: str) -> str:
    """Return the Markdown of a page."""
    if name in sources.FILES:
        return sources.text(name)
    folder, _, key = name.partition("/")
    if folder == "games":
        return guide(key)
    if folder == "decisions":
        return _decisions()
    return one_problem(CODES[key]) if key else all_problems()


def names() -> tuple[str, ...]:
    """Return all pages: those with a place in the order, then one for each problem."""
    return (*ORDER, *(f"problems/{code}" for code in CODES))


def address(name: str) -> str:
    return "/docs" if name == "index" else f"/docs/{name}"


def title(markdown: str) -> str:
    """Return the first heading."""
    return markdown.partition("\n")[0].lstrip("# ")


def label(name: str) -> str:
    """Return the name of a page in the sidebar."""
    if name.startswith("games/"):
        return GAMES[name.removeprefix("games/")].title.en
    return "Overview" if name == "index" else title(page(name))


def _decisions() -> str:
    lines = [
        "# Decisions",
        "",
        "This page lists the design decisions of the project, each with its reason on a page of",
        "its own. Read the pages about the part that you want to change.",
        "",
    ]
    lines += [f"- [{title(page(name))}](/docs/{name})" for name in DECISIONS]
    lines += ["", "To record a new decision, see [Contributing](/docs/contributing)."]
    return "\n".join(lines)
