"""Random moves of every game compared with RLCard's uno, in turn and by processor time.

Both choose among the legal moves at random, without a store. RLCard also makes an observation for
its agents after each move; we make events, and a new state from them.
"""

from functools import partial
from random import Random

from domain.games import GAMES
from tests.bench import python_loop
from tests.bench.interleaved import rate, rounds_within
from tests.bench.measures.game_speed import LOOP, playout, some_seats
from tests.bench.peers import installing
from tests.bench.peers.worker import worker
from tests.bench.result import Result, Show, of_rounds

ROUNDS, LIMIT = 9, 90.0
SECONDS = 0.1  # of processor time
TARGET = 2.0


def measure(show: Show) -> list[Result]:
    plays = {
        (key, seats): partial(playout, game, seats, Random(seats))
        for key, game in GAMES.items()
        for seats in some_seats(game)
    }
    per_uno: dict[tuple[str, int], list[float]] = {each: [] for each in plays}
    uno_per_loop = []
    with worker([installing.python(), installing.HERE / "rlcard_worker.py"]) as uno:
        for number in rounds_within(LIMIT, ROUNDS):
            for each, play in plays.items():
                theirs = uno.ask(SECONDS)
                per_uno[each].append(rate(play, SECONDS) / theirs)
            uno_per_loop.append(uno.ask(SECONDS) / rate(python_loop.run, SECONDS))
            show(f"RLCard: round {number}")
    rows = [
        of_rounds(f"{key}: random moves at {seats} seats ÷ RLCard's uno", found, "", TARGET)
        for (key, seats), found in per_uno.items()
    ]
    return [*rows, of_rounds(f"RLCard's uno: random moves ÷ {LOOP}", uno_per_loop)]
