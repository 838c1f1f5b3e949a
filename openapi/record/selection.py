"""Which recorded examples the document shows: those that tell a reader something new.

A table of each game is recorded. Where the answers of the games are alike, the document shows one
of them; the schemas of commands, events and views have examples of their own.
"""

from typing import Any, TypeAlias

from domain.games import GAMES

Examples: TypeAlias = dict[str, dict[str, Any]]  # by part: `bodies` or `answers`

FIRST, *OTHERS = GAMES
# Operations whose bodies or answers differ from game to game: the first of each game is shown.
BY_GAME = {
    "bodies": ("openTable", "takeSeat", "createSeek"),
    "answers": ("getGame", "getRules", "getComponents", "listActions", "sendCommand", "getTable"),
}
ALL = {"bodies": ("sendCommand",)}  # every one is shown


def selected(operation: str, examples: Examples) -> Examples:
    """Return the examples to show, for each part of an operation."""
    return {part: _of_part(operation, part, named) for part, named in examples.items()}


def _of_part(operation: str, part: str, named: dict[str, Any]) -> dict[str, Any]:
    if operation in ALL.get(part, ()):
        return named
    of_others = {game: [name for name in named if name.startswith(game)] for game in OTHERS}
    most = 1 if operation in BY_GAME[part] else 0
    dropped = {name for names in of_others.values() for name in names[most:]}
    return {name: value for name, value in named.items() if name not in dropped}
