"""Time-outs, autopilot, coming back, and a table that everybody has left."""

import pytest

from domain.games.gumball_rally.events import CardDrawn, CardPlayed, HandRefilled
from domain.judging.decision_clock import next_timer_check
from domain.kernel.messages import Event
from domain.table import clock_events as clock
from domain.table.commands import CallTime, Leave, Sit
from domain.table.end_events import TableClosed
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB, DORA
from tests.support.tables.rally_table import (
    ANNE_PLAYS,
    ASKED_AGAIN,
    BOB_PLAYS,
    MINUTE,
    decision_opened,
    rally_table,
    started,
)
from tests.support.tables.table_spec import SEED, THE_CLOCK, by, given, seated
from tests.support.tables.table_spec import started as has_started

TIME = CallTime()
LATE = NOON + MINUTE
MOVED = (CardPlayed, CardDrawn, HandRefilled, clock.DecisionOpened)
CLOSED = TableClosed("abandoned", None, SEED.hex())


def left(*seats: int) -> list[Event]:
    return [clock.AutopilotEngaged(seat, "left") for seat in seats]


@pytest.mark.rule("GB-41", "GB-42")
def test_for_a_late_player_the_default_is_played_and_the_event_says_so() -> None:
    late = given(started()).when(THE_CLOCK, TIME, LATE)
    late.then_types(clock.TimedOut, *MOVED)
    late.then_starts_with(clock.TimedOut(0, 1), CardPlayed(0, "R-black-3", (), (0, 1, 2)))
    late.then_ends_with(decision_opened(2, 1, 2, 1, LATE + MINUTE))
    assert late.judged.seat is None


def test_without_a_clock_nobody_is_late() -> None:
    forever = given(started(clock=None, deadline=None))
    forever.when(THE_CLOCK, TIME, NOON + 10**10).refused("not_due")
    assert next_timer_check(forever.state, NOON) is None


def test_the_clock_looks_again_at_the_deadline() -> None:
    assert next_timer_check(given(started()).state, NOON) == LATE


@pytest.mark.rule("GB-43")
def test_a_command_in_between_makes_the_count_begin_again() -> None:
    twice = [*started(), clock.TimedOut(0, 1), clock.TimedOut(0, 2), ASKED_AGAIN]
    back = given(twice).when(by(ANNE, 0), ANNE_PLAYS)
    back.then_types(clock.SeatReturned, *MOVED)
    history = [*twice, clock.SeatReturned(0)]
    given(history).when(THE_CLOCK, TIME, LATE).then_starts_with(clock.TimedOut(0, 1))


def test_a_question_is_missed_once_however_many_answers_it_wants() -> None:
    """A seat that owes several answers to one question is late once, not several times."""
    late = given(started(), clock.TimedOut(0, 1)).when(THE_CLOCK, TIME, LATE)
    late.then_types(clock.DefaultPlayed, *MOVED)


@pytest.mark.rule("GB-43")
def test_the_autopilot_plays_at_once() -> None:
    gone = given(started(), left(0))
    assert next_timer_check(gone.state, NOON + 5) == NOON + 5
    gone.when(THE_CLOCK, TIME, NOON + 5).then_types(clock.DefaultPlayed, *MOVED)


def test_an_autopilot_that_is_not_asked_does_not_hurry_the_others() -> None:
    gone = given(started(), left(1))
    assert next_timer_check(gone.state, NOON + 5) == LATE
    gone.when(THE_CLOCK, TIME, NOON + 5).refused("not_due")


@pytest.mark.rule("GB-43")
def test_a_player_who_plays_again_is_back_with_buggy_hand_and_points() -> None:
    back = given(started(), left(0)).when(by(ANNE, 0), ANNE_PLAYS)
    back.then_starts_with(clock.SeatReturned(0), CardPlayed(0, "R-black-3", (), (0, 1, 2)))


def test_a_refused_command_does_not_bring_anybody_back() -> None:
    given(started(), left(1)).when(by(BOB, 1), BOB_PLAYS).refused("not_your_turn", "GB-17")


def test_only_its_owner_gives_up_a_running_seat_not_even_the_host() -> None:
    given(started()).when(by(ANNE), Leave(1)).refused("not_your_seat")


def test_a_seat_is_given_up_once() -> None:
    given(started(), left(1)).when(by(BOB), Leave(1)).refused("already_left")


@pytest.mark.rule("GB-44")
def test_when_the_last_one_falls_asleep_likewise() -> None:
    asleep = [*started(), *left(1, 2), clock.TimedOut(0, 1), clock.TimedOut(0, 2), ASKED_AGAIN]
    given(asleep).when(THE_CLOCK, TIME, LATE).then(
        clock.TimedOut(0, 3), clock.AutopilotEngaged(0, "time_outs"), CLOSED
    )


@pytest.mark.rule("GB-43")
def test_a_player_who_has_left_takes_the_seat_back_by_sitting_down_again() -> None:
    """Also while others decide: the autopilot would leave no time to play on the own turn."""
    again = Sit()
    given(started(), left(1)).when(by(BOB), again).then(clock.SeatReturned(1))
    given(started(), clock.TimedOut(1, 2)).when(by(BOB), again).then(clock.SeatReturned(1))


def test_a_player_who_is_there_need_not_sit_down_again() -> None:
    given(started()).when(by(BOB), Sit()).refused("already_seated")
    given(started()).when(by(DORA), Sit()).refused("already_started")


def test_a_player_with_several_seats_names_one() -> None:
    twice = given(rally_table(), seated(ANNE, BOB, ANNE), has_started(ANNE, BOB, ANNE))
    twice.when(by(ANNE), ANNE_PLAYS).refused("which_seat", field="seat")


def test_with_one_player_left_the_play_goes_on() -> None:
    given(started(), left(0, 1)).when(THE_CLOCK, TIME).then_types(clock.DefaultPlayed, *MOVED)


def test_a_closed_table_refuses_to_play() -> None:
    closed = given(started(), left(0, 1, 2), CLOSED)
    closed.when(by(ANNE, 0), ANNE_PLAYS).refused("table_finished")
    closed.when(by(ANNE), Leave(0)).refused("table_finished")


def test_a_player_without_a_seat_cannot_play_nor_for_another() -> None:
    given(started()).when(by(DORA), ANNE_PLAYS).refused("not_seated")
    given(started()).when(by(BOB, 0), ANNE_PLAYS).refused("not_your_seat", field="seat")


def test_a_player_with_one_seat_need_not_name_it() -> None:
    named = given(started()).when(by(ANNE, 0), ANNE_PLAYS).events
    given(started()).when(by(ANNE), ANNE_PLAYS).then(*named)


def test_a_play_opens_the_next_question_with_its_own_deadline() -> None:
    told = given(started()).when(by(ANNE, 0), ANNE_PLAYS, NOON + 7000)
    told.then_types(*MOVED)
    told.then_ends_with(decision_opened(2, 1, 2, 1, NOON + 7000 + MINUTE))
    assert told.judged.seat == 0
