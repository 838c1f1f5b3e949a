"""What the laws must know of a game: `knowledge.py` in `tests/support/games/<game>`.

A game of another package has it beside its rules. A game without hidden information needs none.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, cast

from domain.games import GAMES
from domain.kernel.ids import Seat


class Knowledge(Protocol):
    ALIKE: Sequence[frozenset[str]]  # ids that are interchangeable while they are hidden
    pieces: Callable[[Any], list[str]]  # all pieces; none is ever lost or doubled
    twin: Callable[[Any, Seat | None, Random], Any]  # a state that looks the same to this seat


def knowledge(key: str) -> Knowledge:
    """Return what is known of a game with hidden information."""
    found = _module(key)
    missing = [name for name in ("ALIKE", "pieces", "twin") if not hasattr(found, name)]
    assert not missing, (
        f"{key} has hidden information: define {', '.join(missing)} in knowledge.py (see"
        f" tests/support/knowledge.py), or declare hidden_information=False in its Game"
    )
    return cast(Knowledge, found)


def pieces_of(key: str) -> Callable[[Any], list[str]] | None:
    """Return the function that lists all pieces; only games with hidden information need one."""
    if GAMES[key].hidden_information:
        return knowledge(key).pieces
    return cast(Callable[[Any], list[str]] | None, getattr(_module(key), "pieces", None))


def drawn_pieces(key: str) -> Mapping[str, Callable[[dict[str, Any]], set[str]]]:
    """Return the ids that boards draw, by kind of text: `DRAWN`, if the game has it."""
    found = getattr(_module(key), "DRAWN", {})
    return cast(Mapping[str, Callable[[dict[str, Any]], set[str]]], found)


def kinds_with(key: str, what: str) -> Sequence[str]:
    """Return the kinds of texts that all have a colour (`COLOURED`) or a text (`EXPLAINED`)."""
    return cast(Sequence[str], getattr(_module(key), what, ()))


def short(key: str) -> Mapping[str, Any]:
    """Return options that keep a table short enough for the laws: `SHORT`, if the game has it."""
    return cast(Mapping[str, Any], getattr(_module(key), "SHORT", {}))


def rewards(key: str) -> Sequence[str]:
    """Return what a seat may bring from an earlier table: `REWARDS`, if the game has it."""
    return cast(Sequence[str], getattr(_module(key), "REWARDS", ()))


def drawn(key: str) -> Callable[[Any], str] | None:
    """Return the function that draws a view for people, if the game has a `drawing.py`."""
    name = f"tests.support.games.{key}.drawing"
    if find_spec(f"tests.support.games.{key}") is None or find_spec(name) is None:
        return None
    return cast(Callable[[Any], str], importlib.import_module(name).drawn)


def _module(key: str) -> Any:
    for package in (f"tests.support.games.{key}", GAMES[key].package):
        if find_spec(package) and find_spec(f"{package}.knowledge"):
            return importlib.import_module(f"{package}.knowledge")
    return None
