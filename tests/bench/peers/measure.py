"""This project compared with its peers, in turn and by processor time; needs PyPI and npm."""

from collections.abc import Callable
from functools import partial
from random import Random

from domain.games import GAMES
from tests.bench import python_loop
from tests.bench.cold_load import load, stored
from tests.bench.game_speed import LOOP, playout, some_seats
from tests.bench.interleaved import rate
from tests.bench.peers import boardgame_io, installing
from tests.bench.peers.worker import worker
from tests.bench.result import Result, Show, of_rounds, skipped

ROUNDS = 9
SECONDS = 0.2  # of processor time
EVENTS = 500
MOVES_TARGET, LOAD_TARGET = 2.0, 6.0


def measure(show: Show) -> list[Result]:
    peers: dict[str, Callable[[Show], list[Result]]] = {
        "RLCard": _rlcard,
        "pyeventsourcing": _eventsourcing,
        "boardgame.io": boardgame_io.measure,
    }
    results: list[Result] = []
    for name, compare in peers.items():
        try:
            results += compare(show)
        except installing.NotInstalled as why:
            show(f"{name}: {why}")
            results.append(skipped(f"÷ {name}", str(why)))
    return results


def _rlcard(show: Show) -> list[Result]:
    """Random moves of every game, at its slowest number of seats, compared with RLCard's uno."""
    plays = {
        (key, seats): partial(playout, game, seats, Random(seats))
        for key, game in GAMES.items()
        for seats in some_seats(game)
    }
    per_uno: dict[tuple[str, int], list[float]] = {each: [] for each in plays}
    uno_per_loop = []
    with worker([installing.python(), installing.HERE / "rlcard_worker.py"]) as uno:
        for number in range(ROUNDS):
            for each, play in plays.items():
                theirs = uno.ask(SECONDS)
                per_uno[each].append(rate(play, SECONDS) / theirs)
            uno_per_loop.append(uno.ask(SECONDS) / rate(python_loop.run, SECONDS))
            show(f"RLCard: round {number}")
    rows = [
        of_rounds(f"{key}: random moves at {seats} seats ÷ RLCard's uno", found, "", MOVES_TARGET)
        for (key, seats), found in per_uno.items()
    ]
    return [*rows, of_rounds(f"RLCard's uno: random moves ÷ {LOOP}", uno_per_loop)]


def _eventsourcing(show: Show) -> list[Result]:
    """Cold loads, with decoding and check of the chain, compared with pyeventsourcing's."""
    tables = {key: stored(game, EVENTS) for key, game in GAMES.items()}
    found: dict[str, list[float]] = {key: [] for key in tables}
    with worker([installing.python(), installing.HERE / "eventsourcing_worker.py"]) as other:
        for number in range(ROUNDS):
            for key, table in tables.items():
                theirs = other.ask(SECONDS)
                found[key].append(rate(partial(load, table), SECONDS) / theirs)
            show(f"pyeventsourcing: round {number}")
    return [
        of_rounds(f"{key}: cold load of {EVENTS} events ÷ pyeventsourcing", values, "", LOAD_TARGET)
        for key, values in found.items()
    ]
