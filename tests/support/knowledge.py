"""What the laws must know of a game: `tests/support/games/<game>/knowledge.py`."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, cast

from domain.kernel.ids import Seat


class Knowledge(Protocol):
    ALIKE: Sequence[frozenset[str]]  # ids that are interchangeable while they are hidden
    pieces: Callable[[Any], list[str]]  # all pieces; none is ever lost or doubled
    twin: Callable[[Any, Seat | None, Random], Any]  # a state that looks the same to this seat


def knowledge(key: str) -> Knowledge:
    return cast(Knowledge, _module(key))


def short(key: str) -> Mapping[str, Any]:
    """Return options that keep a table short enough for the laws: `SHORT`, if the game has it."""
    return cast(Mapping[str, Any], getattr(_module(key), "SHORT", {}))


def rewards(key: str) -> Sequence[str]:
    """Return what a seat may bring from an earlier table: `REWARDS`, if the game has it."""
    return cast(Sequence[str], getattr(_module(key), "REWARDS", ()))


def drawn(key: str) -> Callable[[Any], str] | None:
    """Return the function that draws a view for people, if the game has a `drawing.py`."""
    name = f"tests.support.games.{key}.drawing"
    if find_spec(name) is None:
        return None
    return cast(Callable[[Any], str], importlib.import_module(name).drawn)


def _module(key: str) -> Any:
    return importlib.import_module(f"tests.support.games.{key}.knowledge")
