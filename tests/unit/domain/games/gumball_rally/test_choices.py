"""Whose turn it is, what may be done, what is refused."""

from collections.abc import Sequence

import pytest

from domain.games.gumball_rally.commands import Play
from domain.games.gumball_rally.events import CardPlayed, RallyEvent, RallyFinished
from domain.games.gumball_rally.game import GAME
from domain.kernel.ids import Seat
from tests.support.games.gumball_rally.situations import card, lined_up, play, rally
from tests.support.games.gumball_rally.whole_games import whole_rally
from tests.support.seats import A, B, C, D

HANDS = {A: "black 3, blue 5, yellow 9", B: "red 1, red 2, red 3"}
START = lined_up(drivers=3, hands=HANDS)
FINISHED = (*START, RallyFinished((1, 2, 3), (8, 5, 3)))


@pytest.mark.rule("GB-17", "GB-41")
def test_the_leader_is_asked_first_and_has_a_minute() -> None:
    decision = GAME.decision(rally.after(*START))
    assert decision is not None
    assert (decision.kind, decision.awaited) == ("play", frozenset((A,)))
    assert GAME.clocks[decision.kind] == 60


@pytest.mark.rule("GB-17", "GB-20")
@pytest.mark.parametrize("drivers", range(3, 9))
def test_in_each_round_everybody_plays_once_in_the_order_of_its_first_line(drivers: int) -> None:
    turns = whole_rally(drivers, 3)
    for start in range(0, len(turns), drivers):
        rounds = turns[start : start + drivers]
        assert tuple(turn.seat for turn in rounds) == rounds[0].before.line


@pytest.mark.rule("GB-17")
@pytest.mark.parametrize("drivers", range(3, 9))
def test_after_k_plays_the_first_k_places_are_those_who_have_played(drivers: int) -> None:
    for turn in whole_rally(drivers, 4):
        played = [turn.before.played[seat] is not None for seat in turn.before.line]
        assert played == sorted(played, reverse=True)


def test_every_question_has_a_key_of_its_own() -> None:
    decisions = [GAME.decision(turn.before) for turn in whole_rally(5, 1)]
    keys = [decision.key for decision in decisions if decision]
    assert len(set(keys)) == len(keys) == len(decisions)


@pytest.mark.rule("GB-17")
def test_out_of_turn_is_refused() -> None:
    """GB-S19"""
    rally.given(*START).when(B, play("red 1")).refused("not_your_turn", "GB-17")


@pytest.mark.rule("GB-21")
def test_a_card_of_another_hand_is_refused() -> None:
    """GB-S19"""
    rally.given(*START).when(A, play("red 1")).refused("card_not_in_hand", "GB-21", "card")


@pytest.mark.rule("GB-21")
def test_a_card_can_be_played_once() -> None:
    played = rally.given(*START).when(A, play("black 3")).events
    rally.given(*START, *played).when(A, play("black 3")).refused("not_your_turn", "GB-17")


@pytest.mark.rule("GB-26")
def test_a_negative_limit_is_refused() -> None:
    """GB-S19"""
    rally.given(*START).when(A, play("black 3", -1)).refused("bad_argument", "GB-26")


@pytest.mark.rule("GB-33")
@pytest.mark.parametrize("seat", [A, B, C])
def test_after_the_finish_everything_is_refused(seat: Seat) -> None:
    """GB-S19"""
    rally.given(*FINISHED).when(seat, play("black 3")).refused("not_racing", "GB-33")


def test_before_the_start_everything_is_refused() -> None:
    rally.given().when(A, play("black 3")).refused("not_racing", "GB-33")


@pytest.mark.rule("GB-17", "GB-26")
def test_the_first_thing_wrong_is_named_first() -> None:
    """Turn, then argument, then card."""
    rally.given(*START).when(B, play("black 3", -1)).refused("not_your_turn", "GB-17")
    rally.given(*START).when(A, play("red 1", -1)).refused("bad_argument", "GB-26")


@pytest.mark.rule("GB-21")
def test_the_cards_in_hand_are_the_choices_and_there_is_no_pass() -> None:
    assert GAME.legal(rally.after(*START), A) == (play("black 3"), play("blue 5"), play("yellow 9"))


@pytest.mark.rule("GB-26")
def test_every_limit_on_colour_overtakes_that_leads_elsewhere_is_a_choice() -> None:
    ahead = ("red 10", "blue 2", "red 9")
    state = rally.after(*lined_up(*ahead, hands={D: "red 3, black 1, blue 10"}))
    choices = (
        *(play("red 3"), play("red 3", 0), play("red 3", 1)),
        play("black 1"),
        play("blue 10"),
    )
    assert GAME.legal(state, D) == choices
    ends = {_line(GAME.preview(state, D, choice)) for choice in choices[:3]}
    assert len(ends) == 3


def _line(events: Sequence[RallyEvent]) -> tuple[Seat, ...]:
    (played,) = events
    assert isinstance(played, CardPlayed)
    return played.line


@pytest.mark.rule("GB-26")
def test_a_limit_larger_than_needed_is_the_same_as_none() -> None:
    before = lined_up("red 10", hands={B: "red 3"}, drivers=3)
    free = rally.given(*before).when(B, play("red 3")).events
    rally.given(*before).when(B, play("red 3", 2**53 - 1)).then(*free)


def test_the_open_parameter_is_described_to_the_seat_on_turn_only() -> None:
    state = rally.after(*START)
    (parameter,) = GAME.open_parameters(state, A)
    assert (parameter.command, parameter.field) == ("gumball_rally.play", "colour_passes")
    assert parameter.schema == {"type": "integer", "minimum": 0}
    assert GAME.open_parameters(state, B) == ()


def test_a_player_who_is_not_on_turn_has_no_choice() -> None:
    assert GAME.legal(rally.after(*START), B) == ()
    assert GAME.legal(rally.after(*FINISHED), A) == ()
    assert GAME.legal(rally.after(), A) == ()


@pytest.mark.rule("GB-42")
def test_a_time_out_plays_the_lowest_card_without_a_limit() -> None:
    """GB-S22"""
    state = rally.after(*lined_up(drivers=3, hands={A: "red 7, yellow 2, blue 2"}))
    assert GAME.default(state, A) == Play(card("blue 2"), None)


@pytest.mark.rule("GB-42")
def test_a_time_out_does_not_look_at_the_cards_of_others() -> None:
    hand = "red 7, yellow 2, blue 2"
    others = ("black 1, black 2, black 3", "yellow 8, yellow 9, yellow 10")
    played = {
        GAME.default(rally.after(*lined_up(drivers=3, hands={A: hand, B: other})), A)
        for other in others
    }
    assert played == {play("blue 2")}


def test_a_preview_shows_the_place_and_nothing_that_is_hidden() -> None:
    state = rally.after(*lined_up("black 4", hands={B: "black 1"}, drivers=3))
    assert GAME.preview(state, B, play("black 1")) == [
        CardPlayed(B, card("black 1"), (A,), (B, A, C))
    ]
