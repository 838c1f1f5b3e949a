"""Every registered game, and whole tables of each, for the laws."""

import pytest

from domain.games import GAMES
from tests.support.random_play import Played, played

KEYS = sorted(GAMES)
EVERY_GAME = pytest.mark.parametrize("key", KEYS)
EVERY_SIZE = pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key in KEYS for seats in GAMES[key].seats]
)


def tables(key: str, number: int = 2) -> list[Played]:
    """Return some played tables of every number of seats."""
    return [played(key, seats, n) for seats in GAMES[key].seats for n in range(number)]
