"""Whole games played at random but the same every time, state by state."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from domain.games.asterix.commands import AsterixOptions
from domain.games.asterix.events import AsterixEvent
from domain.games.asterix.game import GAME
from domain.games.asterix.state import AsterixState
from domain.kernel.game import Seated
from domain.kernel.recorder import state_after
from ludotheque.testing.luck import Seeded


class Moment(NamedTuple):
    """An event, and the village right after it."""

    event: AsterixEvent
    after: AsterixState


@lru_cache
def whole_game(players: int, number: int, options: AsterixOptions) -> tuple[Moment, ...]:
    luck, rng = Seeded(number), Random(f"village {players} {number}")
    moments: list[Moment] = []
    state: AsterixState = GAME.initial
    told = GAME.deal([Seated(seat) for seat in range(players)], options, luck)
    while True:
        for event in told:
            state = state_after(state, [event])
            moments.append(Moment(event, state))
        decision = GAME.decision(state)
        if decision is None:
            return tuple(moments)
        seat = rng.choice(sorted(decision.awaited))
        told = GAME.decide(state, seat, rng.choice(GAME.legal(state, seat)), luck)
