"""Law 2: random legal play ends and places every seat, and so do default moves."""

import pytest

from domain.games import GAMES
from domain.judging.commands.timers import time_out_command
from domain.kernel.messages import state_after
from domain.table.state import Closed, Running
from ludotheque.laws.random_play import EVERY_SIZE, played
from ludotheque.testing.spec import Seeded

MOST_MOVES = 20_000


@EVERY_SIZE
@pytest.mark.parametrize("number", range(4))
def test_random_play_ends_and_places_everybody(key: str, seats: int, number: int) -> None:
    end = played(key, seats, number).steps[-1].after
    assert isinstance(end, Closed)
    assert end.reason == "finished"
    assert end.outcome is not None
    assert len(end.outcome.places) == len(end.outcome.scores) == seats
    assert set(end.outcome.places) <= set(range(1, seats + 1))
    assert end.outcome.winners


@EVERY_SIZE
def test_equal_places_leave_a_gap_behind_them(key: str, seats: int) -> None:
    for number in range(4):
        end = played(key, seats, number).steps[-1].after
        assert isinstance(end, Closed)
        assert end.outcome is not None
        for place in end.outcome.places:
            assert place == 1 + sum(other < place for other in end.outcome.places)


@EVERY_SIZE
def test_the_outcome_of_the_game_is_what_the_table_closes_with(key: str, seats: int) -> None:
    end = played(key, seats, 0).steps[-1].after
    assert isinstance(end, Closed)
    assert GAMES[key].outcome(end.play) == end.outcome


@EVERY_SIZE
def test_default_moves_alone_lead_to_the_end(key: str, seats: int) -> None:
    """The server plays for all seats whose banks are empty: their game must end."""
    game = GAMES[key]
    play = played(key, seats, 0).turns[0].before
    assert isinstance(play, Running)
    state, luck = play.play, Seeded(0)
    for _ in range(MOST_MOVES):
        decision = game.decision(state)
        if decision is None:
            break
        seat = min(decision.awaited)
        command = time_out_command(game, state, seat, luck)
        state = state_after(state, game.decide(state, seat, command, luck))
    assert game.outcome(state) is not None
