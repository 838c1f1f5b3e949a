"""Contests of a greedy bot against random ones."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from domain.games import GAMES
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from ludotheque.laws.knowledge import short
from ludotheque.testing.luck import Seeded


def share_of_wins(key: str, seats: int, games: int, options: dict[str, Any] | None = None) -> float:
    """Return the share of victories of one greedy seat among random ones; ties count in part."""
    won = (victory(key, seats, number, options or {}) for number in range(games))
    return sum(won) / games


def fair_share(seats: int, of_two: float = 0.7) -> float:
    """Return the share among `seats` that has the same odds as `of_two` between two."""
    odds = of_two / (1 - of_two)
    return odds / (odds + seats - 1)


def victory(key: str, seats: int, number: int, options: dict[str, Any]) -> float:
    """Return 1 if the greedy seat wins alone, its part of a tie, or 0."""
    winners = winners_of(key, seats, number, options, greedy := number % seats)
    return 1 / len(winners) if greedy in winners else 0.0


def winners_of(
    key: str, seats: int, number: int, options: dict[str, Any], greedy: Seat
) -> tuple[Seat, ...]:
    game, luck, rng = GAMES[key], Seeded(number), Random(f"{key} {seats} {number}")
    chosen = msgspec.convert({**short(key), **options}, game.options)
    state = _folded(key, game.initial, game.deal([Seated(s) for s in range(seats)], chosen, luck))
    while (decision := game.decision(state)) is not None:
        seat = min(decision.awaited)
        actions: Sequence[Any] = game.legal(state, seat)
        if seat == greedy:
            actions = game.greedy(game.view(state, seat), seat, actions)
        state = _folded(key, state, game.decide(state, seat, rng.choice(actions), luck))
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.winners


def _folded(key: str, state: Any, events: Iterable[Any]) -> Any:
    for event in events:
        state = GAMES[key].evolve(state, event)
    return state
