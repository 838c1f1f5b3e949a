"""What the laws must know of a game: the module `knowledge` of its package.

A game without hidden information needs none.
"""

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, cast

from domain.games import GAMES
from domain.kernel.ids import Seat
from domain.kernel.messages import Event

BESIDE_TESTS = "tests.support.games"  # where a repository keeps it that does not ship it


class Knowledge(Protocol):
    ALIKE: Sequence[frozenset[str]]  # ids that are interchangeable while they are hidden
    pieces: Callable[[Any], list[str]]  # all pieces; none is ever lost or doubled
    twin: Callable[[Any, Seat | None, Random], Any]  # a state that looks the same to this seat


def knowledge(key: str) -> Knowledge:
    """Return what is known of a game with hidden information."""
    found = _module(key)
    needed = ("ALIKE", "twin", *(("pieces",) if getattr(found, "ALIKE", ()) else ()))
    missing = [name for name in needed if not hasattr(found, name)]
    assert not missing, (
        f"{key} has hidden information: define {', '.join(missing)} in its module `knowledge`"
        " (see ludotheque/laws/knowledge.py), or let all its events extend PublicEvent"
    )
    return cast(Knowledge, found)


def pieces_of(key: str) -> Callable[[Any], list[str]] | None:
    """Return the function that lists all pieces; only games with hidden pieces need one."""
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


def rare_events(key: str) -> Iterable[Event]:
    """Return events that random play may not reach: `events()`, if the game has it."""
    found: Callable[[], Iterable[Event]] = getattr(_module(key), "events", tuple)
    return found()


def _module(key: str) -> Any:
    for package in (GAMES[key].package, f"{BESIDE_TESTS}.{key}"):
        if _exists(name := f"{package}.knowledge"):
            return importlib.import_module(name)
    return None


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even the package is there
        return False
