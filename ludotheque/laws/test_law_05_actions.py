"""Law 5: listed actions are accepted, all others are rejected."""

from itertools import pairwise
from typing import Any

import pytest

from domain.fairness.draws import Draws
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.judging.commands.timers import time_out_command
from domain.judging.judge import judge
from domain.judging.judgement import Context
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table.state import Closed, Running
from ludotheque.laws.random_play import EVERY_SIZE, Played, Step, played, player
from ludotheque.testing.spec import Seeded


def race(step: Step) -> Any:
    assert isinstance(step.before, Running)
    return step.before.play


def luck(step: Step) -> Draws:
    return Seeded(step.at)


@EVERY_SIZE
def test_every_listed_action_is_accepted(key: str, seats: int) -> None:
    game = GAMES[key]
    for step in played(key, seats, 0).turns:
        for seat in range(seats):
            for command in game.legal(race(step), seat):
                assert game.decide(race(step), seat, command, luck(step))


@EVERY_SIZE
def test_a_player_who_is_awaited_has_something_to_do_and_the_default_is_in_the_list(
    key: str, seats: int
) -> None:
    game = GAMES[key]
    for step in played(key, seats, 0).turns:
        decision = game.decision(race(step))
        assert decision is not None
        assert decision.awaited
        for seat in decision.awaited:
            assert game.default(race(step), seat) in game.legal(race(step), seat)


@EVERY_SIZE
def test_no_action_is_listed_twice(key: str, seats: int) -> None:
    for step in played(key, seats, 0).turns:
        for seat in range(seats):
            actions = GAMES[key].legal(race(step), seat)
            assert len(set(actions)) == len(actions)


def commands_of(play: Played, game: AnyGame) -> set[Command]:
    return {step.command for step in play.turns if isinstance(step.command, game.commands)}


@EVERY_SIZE
def test_a_seat_with_nothing_listed_is_refused_whatever_it_asks(key: str, seats: int) -> None:
    game = GAMES[key]
    play = played(key, seats, 0)
    for step in play.turns[:: seats + 1]:
        idle = [seat for seat in range(seats) if not game.legal(race(step), seat)]
        for seat in idle:
            assert not game.open_parameters(race(step), seat)
            for command in commands_of(play, game):
                refused(game, race(step), seat, command)


def refused(game: AnyGame, state: Any, seat: Seat, command: Command) -> None:
    with pytest.raises(Rejected) as refusal:
        game.decide(state, seat, command, Seeded(0))
    assert refusal.value.code in game.refusals
    with pytest.raises(Rejected) as foreseen:
        game.preview(state, seat, command)
    assert foreseen.value.code == refusal.value.code


@EVERY_SIZE
def test_what_is_not_listed_is_refused_unless_a_parameter_is_open(key: str, seats: int) -> None:
    game = GAMES[key]
    play = played(key, seats, 0)
    for step in play.turns[:: seats + 1]:
        for seat in range(seats):
            if not game.open_parameters(race(step), seat):
                for command in commands_of(play, game) - {*game.legal(race(step), seat)}:
                    refused(game, race(step), seat, command)


@EVERY_SIZE
def test_after_the_end_nothing_is_listed_and_everything_is_refused(key: str, seats: int) -> None:
    game = GAMES[key]
    play = played(key, seats, 0)
    end = play.steps[-1].after
    assert isinstance(end, Closed)
    assert game.decision(end.play) is None
    for seat in range(seats):
        assert game.legal(end.play, seat) == ()
        for command in commands_of(play, game):
            refused(game, end.play, seat, command)
    for step in play.steps[1:]:
        case = Context(play.table, end, play.seed, ByPlayer(player(0)), step.at)
        with pytest.raises(Rejected) as refusal:
            judge(case, step.command)
        assert refusal.value.code == "table_finished"


@EVERY_SIZE
def test_before_the_deal_nothing_is_listed(key: str, seats: int) -> None:
    game = GAMES[key]
    assert game.decision(game.initial) is None
    assert game.outcome(game.initial) is None
    assert all(game.legal(game.initial, seat) == () for seat in range(seats))


@EVERY_SIZE
def test_a_preview_is_how_the_decision_begins(key: str, seats: int) -> None:
    game = GAMES[key]
    for step in played(key, seats, 0).turns:
        for seat in range(seats):
            for command in game.legal(race(step), seat):
                begins = game.preview(race(step), seat, command)
                told = game.decide(race(step), seat, command, luck(step))
                assert told[: len(begins)] == begins
                assert all(event.audience().hears([seat]) for event in begins)


@EVERY_SIZE
def test_a_seat_whose_time_is_up_never_holds_up_the_others(key: str, seats: int) -> None:
    """What the clock plays for it is always accepted, even where only the clock may play it."""
    game = GAMES[key]
    for step in played(key, seats, 0).turns:
        decision = game.decision(race(step))
        assert decision is not None
        for seat in decision.awaited:
            lapsed = time_out_command(game, race(step), seat, Seeded(1))
            assert game.decide(race(step), seat, lapsed, Seeded(2))


@EVERY_SIZE
def test_no_seat_is_asked_after_a_decision_was_opened(key: str, seats: int) -> None:
    """The clocks of all seats that must decide start together, when the decision opens."""
    game = GAMES[key]
    decisions = [game.decision(race(step)) for step in played(key, seats, 0).turns]
    for before, after in pairwise(decisions):
        assert before is not None
        assert after is not None
        assert before.key != after.key or after.awaited <= before.awaited
