"""The table of contents: every page that the sidebar lists, and the order to read them in."""

from typing import NamedTuple

from api.pages.documentation.sources import FILES
from domain.games import GAMES


class Section(NamedTuple):
    title: str
    pages: tuple[str, ...]


DECISIONS = tuple(name for name in FILES if name.startswith("decisions/"))
_SECTIONS = (
    Section("Start here", ("index", "page", "tour", "glossary", "faq")),
    Section(
        "Tutorials",
        (
            "your-own-bot",
            "draw-a-board",
            "audit-a-table",
            "load-test",
            "run-it-for-a-club",
            "add-a-game",
        ),
    ),
    Section(
        "Clients",
        (
            "writing-a-client",
            "accounts",
            "lobby",
            "clocks",
            "private-tables",
            "at-the-table",
            "feed",
            "webhooks",
            "sandbox",
            "generated-clients",
            "example-clients",
            "versions",
        ),
    ),
    Section("Games", tuple(f"games/{key}" for key in GAMES)),
    Section("Fairness", ("auditing", "public-log", "history")),
    Section(
        "Operating",
        (
            "install",
            "operating",
            "upgrade",
            "administration",
            "resilience",
            "archive",
            "backup",
            "limits",
            "settings",
            "capacity",
            "redis-cluster",
            "load-testing",
            "performance",
        ),
    ),
    Section(
        "Source",
        ("contributing", "game-modules", "domain", "command-path", "simulation", "decisions"),
    ),
    Section("Reference", ("problems", "changelog")),
)
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
