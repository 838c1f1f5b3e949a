"""What the laws are held against: every game on the shelf, and whole tables of each."""

import pytest

from domain.games import GAMES
from tests.support.random_play import Played, played

KEYS = sorted(GAMES)
EVERY_GAME = pytest.mark.parametrize("key", KEYS)
EVERY_SIZE = pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key in KEYS for seats in GAMES[key].seats]
)


def tables(key: str, number: int = 2) -> list[Played]:
    """Some tables of every size."""
    return [played(key, seats, n) for seats in GAMES[key].seats for n in range(number)]
