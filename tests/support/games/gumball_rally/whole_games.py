"""Whole rallies, played by the defaults of the rules, as lists of what each play led to."""

from functools import lru_cache
from typing import NamedTuple

from domain.games.gumball_rally.commands import RallyOptions
from domain.games.gumball_rally.events import RallyEvent
from domain.games.gumball_rally.game import GAME
from domain.games.gumball_rally.state import Racing, RallyState
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from domain.kernel.messages import state_after
from ludotheque.testing.spec import Seeded


class Turn(NamedTuple):
    seat: Seat
    before: Racing
    events: tuple[RallyEvent, ...]
    after: RallyState


def dealt(drivers: int, luck: Seeded, options: RallyOptions | None = None) -> list[RallyEvent]:
    return GAME.deal([Seated(seat) for seat in range(drivers)], options or RallyOptions(), luck)


@lru_cache
def whole_rally(drivers: int, number: int) -> tuple[Turn, ...]:
    luck = Seeded(number)
    state = state_after(GAME.initial, dealt(drivers, luck))
    turns: list[Turn] = []
    while decision := GAME.decision(state):
        assert isinstance(state, Racing)
        (seat,) = decision.awaited
        before, told = state, GAME.decide(state, seat, GAME.default(state, seat), luck)
        state = state_after(state, told)
        turns.append(Turn(seat, before, tuple(told), state))
    return tuple(turns)
