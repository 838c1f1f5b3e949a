"""Contests of greedy bots against random ones, or among themselves."""

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

import msgspec

from domain.games import GAMES
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from domain.kernel.messages import Event, Value, state_after
from ludotheque.laws.knowledge import short
from ludotheque.testing.spec import Seeded


class Contest(Value, frozen=True):
    """A game that bots have played."""

    winners: tuple[Seat, ...]
    decisions: int  # one after the other; those who are asked together answer one
    commands: int
    events: int
    kept: tuple[Event, ...]  # the events of the types that were wanted


def share_of_wins(key: str, seats: int, games: int) -> float:
    """Return the share of victories of one greedy seat among random ones; ties count in part."""
    return sum(victory(key, seats, number) for number in range(games)) / games


def fair_share(seats: int, of_two: float = 0.7) -> float:
    """Return the share among `seats` that has the same odds as `of_two` between two."""
    odds = of_two / (1 - of_two)
    return odds / (odds + seats - 1)


def victory(key: str, seats: int, number: int) -> float:
    """Return 1 if the greedy seat wins alone, its part of a tie, or 0."""
    return part(winners_of(key, seats, number, greedy := number % seats), greedy)


def part(winners: tuple[Seat, ...], seat: Seat) -> float:
    """Return how much of a victory is this seat's."""
    return 1 / len(winners) if seat in winners else 0.0


def winners_of(key: str, seats: int, number: int, greedy: Seat) -> tuple[Seat, ...]:
    return contest(key, seats, number, {**short(key)}, {greedy}).winners


def contest(
    key: str,
    seats: int,
    number: int,
    options: dict[str, Any],
    greedy: Collection[Seat],
    keep: tuple[type[Event], ...] = (),
) -> Contest:
    """Play game `number` with so many bots, of which some are greedy."""
    game, luck, rng = GAMES[key], Seeded(number), Random(f"{key} {seats} {number}")
    chosen = msgspec.convert(options, game.options)
    state, told = game.initial, game.deal([Seated(seat) for seat in range(seats)], chosen, luck)
    asked: list[object] = []
    kept: list[Event] = []
    commands = events = 0
    while True:
        state = state_after(state, told)
        events += len(told)
        kept += (event for event in told if isinstance(event, keep))
        decision = game.decision(state)
        if decision is None:
            break
        if decision.key not in asked[-1:]:
            asked.append(decision.key)
        seat = min(decision.awaited)
        actions: Sequence[Any] = game.legal(state, seat)
        if seat in greedy:
            actions = game.greedy(game.view(state, seat), seat, actions)
        told = game.decide(state, seat, rng.choice(actions), luck)
        commands += 1
    outcome = game.outcome(state)
    assert outcome is not None
    return Contest(outcome.winners, len(asked), commands, events, tuple(kept))
