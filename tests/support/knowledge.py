"""tests/domain/games/<key>/conserved.py: the little that laws must know of a game."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, cast

from domain.kernel.ids import Seat


class Knowledge(Protocol):
    ALIKE: Sequence[frozenset[str]]  # ids that may stand for each other wherever they are hidden
    pieces: Callable[[Any], list[str]]  # everything that is neither lost nor doubled
    twin: Callable[[Any, Seat | None, Random], Any]  # the same to these eyes, all else dealt anew


def knowledge(key: str) -> Knowledge:
    return cast(Knowledge, _module(key))


def short(key: str) -> Mapping[str, Any]:
    """Options that keep a table short enough for the laws; `SHORT` of the game, if it has any."""
    return cast(Mapping[str, Any], getattr(_module(key), "SHORT", {}))


def rewards(key: str) -> Sequence[str]:
    """What a seat may bring from a table before; `REWARDS` of the game, if it has any."""
    return cast(Sequence[str], getattr(_module(key), "REWARDS", ()))


def drawn(key: str) -> Callable[[Any], str] | None:
    """How people read a view of this game; `drawn` of its `drawing.py`, if it has one."""
    name = f"tests.support.games.{key}.drawing"
    if find_spec(name) is None:
        return None
    return cast(Callable[[Any], str], importlib.import_module(name).drawn)


def _module(key: str) -> Any:
    return importlib.import_module(f"tests.support.games.{key}.knowledge")
