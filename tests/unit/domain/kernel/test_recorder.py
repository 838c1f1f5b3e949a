"""The state that `decide` works out is the fold of its events."""

from random import Random
from typing import Any

import pytest

from domain.fairness.draws import Draws
from domain.games import GAMES
from domain.kernel.game import Seated
from domain.kernel.messages import FoldedEvents, PublicEvent, state_after

MOVES = 150


class Counted(PublicEvent):
    by: int

    def apply(self, state: int) -> int:
        return state + self.by


@pytest.mark.parametrize("key", GAMES)
def test_the_state_of_a_command_is_the_fold_of_its_events(key: str) -> None:
    game, rng = GAMES[key], Random(key)
    chance = Draws(lambda: b"k" * 32, 0, ())
    seated = [Seated(seat) for seat in range(game.seats[0])]
    state: Any = state_after(game.initial, game.deal(seated, game.options(), chance))
    for _ in range(MOVES):
        if (decision := game.decision(state)) is None:
            break
        seat = min(decision.awaited)
        happened = game.decide(state, seat, rng.choice(game.legal(state, seat)), chance)
        assert isinstance(happened, FoldedEvents)
        folded = state_after(state, list(happened))
        assert state_after(state, happened) == folded
        state = folded


def test_a_list_that_was_extended_is_folded() -> None:
    happened: FoldedEvents[Any, Any] = FoldedEvents([Counted(1), Counted(2)])
    happened.state = 3
    nothing: Any = 0
    assert state_after(nothing, happened) == 3
    assert state_after(nothing, [*happened, Counted(4)]) == 7
