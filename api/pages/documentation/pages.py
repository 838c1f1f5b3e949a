"""The pages of docs/, in the order a newcomer reads them."""

from functools import cache
from pathlib import Path

from domain.games import GAMES

# In a wheel the pages are inside this package; in a checkout in docs/ and openapi/.
_INSIDE, _ROOT = Path(__file__).parent / "text", Path(__file__).parents[3]
FOLDERS = (_INSIDE,) if _INSIDE.exists() else (_ROOT / "docs", _ROOT / "openapi")
ORDER = (
    "getting-started",
    "writing-a-client",
    "auditing",
    "load-testing",
    "operating",
    "settings",
    "adding-a-game",
    "command-path",
    "simulation",
    "history",
)
VERIFIER = (_INSIDE if _INSIDE.exists() else _ROOT / "openapi" / "clients") / "verify.py"
FILES = {path.stem: path for folder in FOLDERS for path in folder.glob("*.md")}
PAGES = tuple(name for name in ORDER if name in FILES)


@cache
def page(name: str) -> str:
    return FILES[name].read_text(encoding="utf-8")


def title(markdown: str) -> str:
    """Return the first heading."""
    return markdown.partition("\n")[0].lstrip("# ")


@cache
def index() -> str:
    lines = ["# Ludothèque", "", "Games over a documented REST API. What would you like to do?", ""]
    lines += [f"- [{title(page(name))}](/docs/{name})" for name in PAGES]
    lines += ["", "## The games", ""]
    lines += [f"- [{game.title.en}](/docs/games/{game.key})" for game in GAMES.values()]
    lines += ["", "## Reference", ""]
    lines += [
        "- [Every operation, to read and to try](/schema)",
        "- [Every problem](/docs/problems)",
    ]
    return "\n".join(lines)
