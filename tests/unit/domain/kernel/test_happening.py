"""The state that `decide` works out is the fold of its events."""

from random import Random
from typing import Any

import pytest

from domain.fairness.draws import Draws
from domain.games import GAMES
from domain.kernel.game import Seated
from domain.kernel.happening import state_after
from domain.kernel.recorder import FoldedEvents

MOVES = 150


@pytest.mark.parametrize("key", GAMES)
def test_the_state_of_a_command_is_the_fold_of_its_events(key: str) -> None:
    game, rng = GAMES[key], Random(key)
    chance = Draws(lambda: b"k" * 32, 0, ())
    state: Any = game.initial
    for event in game.deal([Seated(seat) for seat in range(game.seats[0])], game.options(), chance):
        state = game.evolve(state, event)
    for _ in range(MOVES):
        if (decision := game.decision(state)) is None:
            break
        seat = min(decision.awaited)
        happened = game.decide(state, seat, rng.choice(game.legal(state, seat)), chance)
        assert isinstance(happened, FoldedEvents)
        folded = state_after(game.evolve, state, list(happened))
        assert state_after(game.evolve, state, happened) == folded
        state = folded


def test_a_list_that_was_extended_is_folded() -> None:
    happened: FoldedEvents[Any, Any] = FoldedEvents([1, 2])
    happened.state = 3
    nothing: Any = 0
    assert state_after(lambda state, event: state + event, nothing, happened) == 3
    assert state_after(lambda state, event: state + event, nothing, [*happened, 4]) == 7
