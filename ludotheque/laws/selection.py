"""The games that the laws are asked of: those of `--laws`, or all."""

from collections.abc import Iterable, Mapping

from domain.games import GAMES, NOT_LOADED
from domain.kernel.game import AnyGame

_selected: list[str] = []  # apart from the laws, which read it when they are imported


class UnknownGame(Exception):
    """There is no such game in this environment."""


def select(keys: Iterable[str]) -> None:
    """Ask the laws only of these games; call it before the laws are imported."""
    for key in keys:
        if key not in GAMES:
            raise UnknownGame(_why(key))
        _selected.append(key)


def games() -> Mapping[str, AnyGame]:
    """Return the games that the laws are asked of, by key."""
    return {key: game for key, game in GAMES.items() if not _selected or key in _selected}


def _why(key: str) -> str:
    failed = [each.why for each in NOT_LOADED if each.name == key]
    if failed:
        return f"The game {key!r} cannot be loaded. {failed[0]}"
    known = ", ".join(GAMES)
    return (
        f"No game {key!r} is installed here (only {known}). Install its package, for instance"
        " with `pip install -e .`; its entry point must be in the group `ludotheque.games`."
    )
