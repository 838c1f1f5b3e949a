"""The table of contents: every page that the sidebar lists, and the order to read them in."""

from typing import NamedTuple

from api.pages.documentation.sources import FILES
from domain.games import GAMES


class Section(NamedTuple):
    title: str
    pages: tuple[str, ...]


DECISIONS = tuple(name for name in FILES if name.startswith("decisions/"))
_SECTIONS = (
    Section(
        "Start here", ("index", "page", "tour", "your-own-bot", "draw-a-board", "glossary", "faq")
    ),
    Section(
        "Clients",
        (
            "writing-a-client",
            "accounts",
            "lobby",
            "at-the-table",
            "sandbox",
            "generated-clients",
            "fuzz-it",
            "example-clients",
            "versions",
        ),
    ),
    Section("Games", tuple(f"games/{key}" for key in GAMES)),
    Section("Fairness", ("auditing", "public-log", "history")),
    Section(
        "Operating",
        (
            "operating",
            "upgrade",
            "administration",
            "backup",
            "archive",
            "limits",
            "settings",
            "redis-cluster",
            "load-testing",
            "performance",
        ),
    ),
    Section("Source", ("add-a-game", "contributing", "domain", "command-path", "decisions")),
    Section("Reference", ("problems", "changelog")),
)
# Pages of earlier releases that are a part of another one now.
MOVED = {
    "private-tables": "at-the-table#invitations",
    "clocks": "at-the-table#clocks",
    "audit-a-table": "auditing#in-ten-minutes",
    "load-test": "load-testing#in-five-minutes",
    "game-modules": "add-a-game#files",
    "install": "operating#install",
    "run-it-for-a-club": "operating#for-a-club",
    "feed": "lobby#feed",
    "webhooks": "lobby#webhooks",
    "capacity": "performance#capacity",
    "resilience": "performance#what-it-survives",
    "simulation": "performance#simulation",
}
GENERATED = (*(f"games/{key}" for key in GAMES), "decisions", "problems")
SECTIONS = tuple(
    Section(title, tuple(name for name in pages if name in FILES or name in GENERATED))
    for title, pages in _SECTIONS
)


def _in_order() -> tuple[str, ...]:
    listed = [name for section in SECTIONS for name in section.pages]
    after = listed.index("decisions") + 1
    return (*listed[:after], *DECISIONS, *listed[after:])


ORDER = _in_order()


def neighbours(name: str) -> tuple[str | None, str | None]:
    """Return the pages before and after this one."""
    if name not in ORDER:
        return None, None
    at = ORDER.index(name)
    before = ORDER[at - 1] if at else None
    return before, ORDER[at + 1] if at + 1 < len(ORDER) else None
