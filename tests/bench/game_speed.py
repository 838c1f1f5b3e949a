"""Random moves and folded events per second of every game, without store and HTTP."""

import hashlib
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any

from domain.fairness.draws import Draws
from domain.games import GAMES
from domain.judging import fold
from domain.kernel.game import AnyGame, Seated
from domain.kernel.messages import Event
from domain.table.evolve import PLACE
from domain.table.state import Running
from tests.bench.histories import decoded
from tests.bench.result import Result, Show

ROUNDS = 5
SECONDS = 0.25
HISTORIES = 3
MOVES_TARGET, FOLD_TARGET = 20_000, 400_000


def measure(show: Show) -> list[Result]:
    results: list[Result] = []
    for game in GAMES.values():
        results += [_moves(game, seats) for seats in some_seats(game)]
        results += _folds(game)
        show(f"{game.key}: " + ", ".join(f"{result.value:,.0f}" for result in results[-5:]))
    return results


def some_seats(game: AnyGame) -> list[int]:
    """Return the smallest, a middle and the largest number of seats."""
    few, many = game.seats[0], game.seats[-1]
    return sorted({few, (few + many) // 2, many})


def _moves(game: AnyGame, seats: int) -> Result:
    rng = Random(seats)
    rate = _rate(lambda: playout(game, seats, rng))
    return Result(f"{game.key}: random moves at {seats} seats", rate, "/s", MOVES_TARGET)


def playout(game: AnyGame, seats: int, rng: Random) -> int:
    """Play one game with random moves; return their number."""
    key = hashlib.sha256(rng.randbytes(8)).digest()
    chance = Draws(lambda: key, 0, ())
    state: Any = game.initial
    for event in game.deal([Seated(seat) for seat in range(seats)], game.options(), chance):
        state = game.evolve(state, event)
    moves = 0
    while (decision := game.decision(state)) is not None:
        seat = min(decision.awaited)
        for event in game.decide(state, seat, rng.choice(game.legal(state, seat)), chance):
            state = game.evolve(state, event)
        moves += 1
    return moves


def _folds(game: AnyGame) -> list[Result]:
    """Measure how fast decoded events are folded: by the game alone, and by the whole table."""
    tables = [decoded(game, game.seats[-1], number) for number in range(HISTORIES)]
    plays = [[event for event in events if not PLACE.handles(event)] for events in tables]
    alone = _rate(lambda: sum(_game_fold(game, events) for events in plays))
    whole = _rate(lambda: sum(_table_fold(events) for events in tables))
    return [
        Result(f"{game.key}: events folded by the game", alone, "/s", FOLD_TARGET),
        Result(f"{game.key}: events folded by the table around it", whole, "/s"),
    ]


def _game_fold(game: AnyGame, events: Sequence[Event]) -> int:
    state, evolve = game.initial, game.evolve
    for event in events:
        state = evolve(state, event)
    assert game.outcome(state) is not None
    return len(events)


def _table_fold(events: Sequence[Event]) -> int:
    state, evolve = fold.NOTHING, fold.evolve
    for event in events:
        state = evolve(state, event)
    assert not isinstance(state, Running)
    return len(events)


def _rate(work: Callable[[], int]) -> float:
    """Return the units of work per second: the median of some rounds."""
    work()
    return median(_round(work) for _ in range(ROUNDS))


def _round(work: Callable[[], int]) -> float:
    began, done = time.perf_counter(), 0
    while (took := time.perf_counter() - began) < SECONDS:
        done += work()
    return done / took
