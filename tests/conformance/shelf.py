"""What the laws are held against: every game on the shelf, and whole tables of each."""

import importlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol, cast

import pytest

from domain.games import GAMES
from domain.kernel.ids import Seat
from tests.support.random_play import Played, played

KEYS = sorted(GAMES)
EVERY_GAME = pytest.mark.parametrize("key", KEYS)
EVERY_SIZE = pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key in KEYS for seats in GAMES[key].seats]
)


class Knowledge(Protocol):
    """tests/domain/games/<key>/conserved.py: the little that laws must know of a game."""

    ALIKE: Sequence[frozenset[str]]
    pieces: Callable[[Any], list[str]]
    twin: Callable[[Any, Seat | None, Random], Any]


def knowledge(key: str) -> Knowledge:
    return cast(Knowledge, importlib.import_module(f"tests.domain.games.{key}.conserved"))


def tables(key: str, number: int = 2) -> list[Played]:
    """Some tables of every size."""
    return [played(key, seats, n) for seats in GAMES[key].seats for n in range(number)]
