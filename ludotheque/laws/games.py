"""Every game that the laws are asked of, and whole tables of each.

A law that not every game has to obey asks for those it applies to: games with hidden information,
with luck, with skill, or those that come with the server.
"""

from collections.abc import Callable, Iterable

import pytest

from domain.games import BUILT_IN as OWN
from domain.games import GAMES
from domain.kernel.game import AnyGame
from ludotheque.laws.random_play import Played, played
from ludotheque.laws.selection import games

KEYS = sorted(games())


def such(applies: Callable[[AnyGame], bool]) -> list[str]:
    """Return the keys of the games that a law applies to."""
    return [key for key in KEYS if applies(GAMES[key])]


def of_every_size(keys: Iterable[str]) -> pytest.MarkDecorator:
    """Return the mark of a test that runs for every number of seats of these games.

    All sizes but the smallest, the largest and one between them are marked `long`.
    """
    return pytest.mark.parametrize(
        ("key", "seats"),
        [
            pytest.param(key, seats, marks=() if seats in _sample(key) else pytest.mark.long)
            for key in keys
            for seats in GAMES[key].seats
        ],
    )


def _sample(key: str) -> tuple[int, int, int]:
    seats = GAMES[key].seats
    return seats[0], seats[len(seats) // 2], seats[-1]


BUILT_IN = such(lambda game: game.key in OWN)
SECRETIVE = such(lambda game: game.hidden_information)
SKILFUL = such(lambda game: game.skill)
# Tables on which a server can cheat in every way (tests/support/cheating): long, with luck.
EVENTFUL = such(lambda game: game.key in BUILT_IN and game.luck and game.seats[-1] >= 3)

EVERY_GAME = pytest.mark.parametrize("key", KEYS)
EVERY_SIZE = of_every_size(KEYS)
EVERY_BUILT_IN = pytest.mark.parametrize("key", BUILT_IN)


def tables(key: str, number: int = 2) -> list[Played]:
    """Return some played tables of every number of seats."""
    return [played(key, seats, n) for seats in GAMES[key].seats for n in range(number)]
