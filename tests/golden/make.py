"""`python -m tests.golden.make [game …]` plays seven small tables of each game into its corpus.

Whatever is there already stays as it is: a bundle is for ever. See README.md beside this file.
"""

import asyncio
import gzip
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.games import GAMES
from domain.kernel.game import AnyGame
from ludotheque.laws.knowledge import short
from ludotheque.laws.random_play import some_options
from tests.support.histories.golden import GOLDEN, Golden
from tests.support.histories.playthrough import Sitting


def tables(game: AnyGame) -> Iterator[Golden]:
    """Few seats and many, plain and with options, awake and sleepy, with sealed luck and bots."""
    few, many = game.seats[0], game.seats[-1]
    plain = dict(short(game.key))
    yield Golden(game.key, "few", few, plain, 1)
    yield Golden(game.key, "few_sleepy", few, plain, 2, sleepy=True)
    yield Golden(game.key, "few_with_options", few, options(game, few, 3), 3)
    yield Golden(game.key, "middle_sleepy", (few + many) // 2, plain, 4, sleepy=True)
    yield Golden(game.key, "many_with_options", many, options(game, many, 5), 5)
    yield Golden(game.key, "few_sealed", few, plain, 6, sleepy=True, sealed=True)
    yield Golden(game.key, "few_with_bot", few, plain, 7, bots=1, sealed=True)


def options(game: AnyGame, seats: int, number: int) -> dict[str, Any]:
    """Some at random, as long as everybody keeps one seat."""
    luck = Random(f"{game.key} {number}")
    while True:
        chosen = some_options(game, seats, luck)
        typed = msgspec.convert(chosen, game.options)
        if all(game.keeper(typed, seat) == seat for seat in range(seats)):
            return chosen


async def played(golden: Golden) -> bytes:
    sitting = Sitting(golden)
    await sitting.run()
    return await sitting.bundle()


def make(key: str) -> None:
    folder = GOLDEN / key / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    for golden in tables(GAMES[key]):
        path = folder / f"{golden.name}.ndjson.gz"
        if not path.exists():
            path.write_bytes(gzip.compress(asyncio.run(played(golden)), mtime=0))
            print(f"{path.relative_to(GOLDEN)}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        make(name)
