"""Random moves and folded events of every game, without store and HTTP, by processor time.

The rows with a target are quotients to a fixed Python loop, so that they mean the same everywhere.
"""

import hashlib
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from domain.fairness.draws import Draws
from domain.games import GAMES
from domain.judging import fold
from domain.kernel.game import AnyGame, Seated
from domain.kernel.messages import Event, state_after
from domain.table.events import TABLE_EVENTS
from domain.table.state import Running
from tests.bench import python_loop
from tests.bench.interleaved import Work, rates, ratios
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers.histories import decoded

ROUNDS = 7
SECONDS = 0.12  # of processor time
HISTORIES = 3
UNO = 0.027  # moves of RLCard's uno per step of the loop, by `rlcard` in two runs
LOOP = "a fixed loop of Python"


def measure(show: Show) -> list[Result]:
    results: list[Result] = []
    for game in GAMES.values():
        results += _rows(game)
        show(", ".join(f"{result.name} {result.measured}" for result in results[-5:]))
    return results


def _rows(game: AnyGame) -> list[Result]:
    """Measure moves and folds in turn with the loop."""
    plays = {f"{game.key}: random moves at {seats} seats": seats for seats in some_seats(game)}
    works: dict[str, Work] = {LOOP: python_loop.run}
    works |= {name: partial(playout, game, seats, Random(seats)) for name, seats in plays.items()}
    works |= _folds(game)
    measured = rates(works, ROUNDS, SECONDS)
    per_loop = [
        of_rounds(f"{name} ÷ loop", ratios(measured, name, LOOP), "", 2 * UNO) for name in plays
    ]
    return per_loop + [of_rounds(name, measured[name], "/s of CPU") for name in works]


def some_seats(game: AnyGame) -> list[int]:
    """Return the smallest, a middle and the largest number of seats."""
    few, many = game.seats[0], game.seats[-1]
    return sorted({few, (few + many) // 2, many})


def playout(game: AnyGame, seats: int, rng: Random) -> int:
    """Play one game with random moves; return their number."""
    key = hashlib.sha256(rng.randbytes(8)).digest()
    chance = Draws(lambda: key, 0, ())
    seated = [Seated(seat) for seat in range(seats)]
    state: Any = state_after(game.initial, game.deal(seated, game.options(), chance))
    moves = 0
    while (decision := game.decision(state)) is not None:
        seat = min(decision.awaited)
        legal = game.legal(state, seat)
        command = legal[int(rng.random() * len(legal))]  # faster than `choice`
        happened = game.decide(state, seat, command, chance)
        state = state_after(state, happened)
        moves += 1
    return moves


def _folds(game: AnyGame) -> dict[str, Work]:
    """Return works that fold decoded events: by the game alone, and by the whole table."""
    tables = [decoded(game, game.seats[-1], number) for number in range(HISTORIES)]
    plays = [[event for event in events if type(event) not in TABLE_EVENTS] for events in tables]
    return {
        f"{game.key}: events folded by the game": lambda: sum(
            _game_fold(game, events) for events in plays
        ),
        f"{game.key}: events folded by the table around it": lambda: sum(
            _table_fold(events) for events in tables
        ),
    }


def _game_fold(game: AnyGame, events: Sequence[Event]) -> int:
    state = game.initial
    for event in events:
        state = event.apply(state)
    assert game.outcome(state) is not None
    return len(events)


def _table_fold(events: Sequence[Event]) -> int:
    state, evolve = fold.NOTHING, fold.evolve
    for event in events:
        state = evolve(state, event)
    assert not isinstance(state, Running)
    return len(events)
