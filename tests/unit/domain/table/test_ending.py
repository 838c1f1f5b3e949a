"""Resigning, ending a table by consent, and cancelling one before its start."""

from domain.judging.decision_clock import next_timer_check
from domain.kernel.game import Outcome
from domain.kernel.messages import Event
from domain.table import end_events as end
from domain.table.clock_events import AutopilotEngaged, DecisionOpened, DefaultPlayed
from domain.table.commands import CallTime, Leave, SeatBot, Sit, Start
from domain.table.end_commands import AgreeToEnd, Cancel, Resign, WithdrawEnd
from domain.table.ending import with_resignations
from domain.table.opening_events import SeatTaken
from domain.table.state import CloseReason, Running
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB, CLEO, DORA
from tests.support.tables.rally_table import (
    ANNE_PLAYS,
    ASKED_AGAIN,
    BOB_PLAYS,
    rally_table,
    started,
)
from tests.support.tables.table_spec import SEED, THE_CLOCK, TableGiven, by, given, seated

PROPOSED = end.EndProposed(0, 1 + 4 * 3)
BOT = SeatTaken(2, CLEO, None, None, "random")


def closed(reason: CloseReason, *places: int) -> end.TableClosed:
    outcome = Outcome(places, (0,) * len(places)) if places else None
    return end.TableClosed(reason, outcome, SEED.hex())


def with_bot(*events: Event) -> TableGiven:
    """Start a table at which Cleo's seat is a bot's."""
    return given([BOT if e == seated(ANNE, BOB, CLEO)[2] else e for e in started()], *events)


def running(*events: Event) -> Running:
    state = given(started(), *events).state
    assert isinstance(state, Running)
    return state


def test_a_seat_that_resigns_plays_the_default_without_waiting() -> None:
    given(started()).when(by(ANNE), Resign()).then(end.SeatResigned(0))
    gone = given(started(), end.SeatResigned(0))
    assert next_timer_check(gone.state, NOON + 5) == NOON + 5
    gone.when(THE_CLOCK, CallTime(), NOON + 5).then_starts_with(DefaultPlayed(0))


def test_a_seat_that_resigned_cannot_act_again() -> None:
    gone = given(started(), end.SeatResigned(0))
    for command in (ANNE_PLAYS, Sit(), Leave(0), Resign(), AgreeToEnd(), WithdrawEnd()):
        gone.when(by(ANNE), command).refused("resigned")


def test_a_seat_on_autopilot_may_resign() -> None:
    left = AutopilotEngaged(1, "left")
    given(started(), left).when(by(BOB), Resign()).then(end.SeatResigned(1))


def test_only_people_at_a_table_that_was_dealt_resign() -> None:
    given(started()).when(by(DORA), Resign()).refused("not_seated")
    given(rally_table(), seated(ANNE, BOB)).when(by(ANNE), Resign()).refused("not_started")
    over = given(started(), end.TableClosed("abandoned", None, ""))
    over.when(by(ANNE), Resign()).refused("table_finished")


def test_a_bot_cannot_resign_nor_agree() -> None:
    for command in (Resign(), AgreeToEnd(), WithdrawEnd()):
        with_bot().when(by(CLEO), command).refused("not_seated")


def test_the_last_person_without_bots_wins_at_once() -> None:
    gone = given(started(), end.SeatResigned(2))
    gone.when(by(ANNE), Resign()).then(end.SeatResigned(0), closed("resigned", 2, 1, 3))


def test_with_a_bot_the_last_person_plays_on() -> None:
    with_bot().when(by(ANNE), Resign()).then(end.SeatResigned(0))
    last = with_bot(end.SeatResigned(0)).when(by(BOB), Resign())
    last.then(end.SeatResigned(1), closed("resigned", 3, 2, 1))


def test_a_table_is_abandoned_if_all_who_have_not_resigned_are_away() -> None:
    away = with_bot(AutopilotEngaged(1, "left"))
    away.when(by(ANNE), Resign()).then(end.SeatResigned(0), closed("abandoned"))


def test_seats_that_resigned_are_behind_the_others_and_the_first_is_last() -> None:
    both = running(end.SeatResigned(0), end.SeatResigned(2))
    assert with_resignations(Outcome((1, 2, 3), (9, 8, 7)), both) == Outcome((3, 1, 2), (9, 8, 7))
    one = running(end.SeatResigned(0))
    assert with_resignations(Outcome((1, 2, 2), (9, 8, 8)), one).places == (3, 1, 1)


def test_the_seats_of_one_person_share_the_place() -> None:
    twice = [e for e in started() if not isinstance(e, SeatTaken)]
    state = given(twice[0], seated(ANNE, BOB, ANNE), *twice[1:]).state
    assert isinstance(state, Running)
    given(twice[0], seated(ANNE, BOB, ANNE), *twice[1:]).when(by(ANNE), Resign()).then(
        end.SeatResigned(0), end.SeatResigned(2), closed("resigned", 2, 1, 2)
    )


def test_the_consent_of_all_people_closes_the_table_without_a_result() -> None:
    given(started()).when(by(ANNE), AgreeToEnd()).then(PROPOSED)
    given(started(), PROPOSED).when(by(CLEO), AgreeToEnd()).then(end.EndAgreed(2))
    both = given(started(), PROPOSED, end.EndAgreed(2))
    both.when(by(BOB), AgreeToEnd()).then(end.EndAgreed(1), closed("agreed"))


def test_bots_and_people_who_resigned_are_not_asked_to_agree() -> None:
    with_bot(PROPOSED).when(by(BOB), AgreeToEnd()).then(end.EndAgreed(1), closed("agreed"))
    gone = given(started(), end.SeatResigned(2), PROPOSED)
    gone.when(by(BOB), AgreeToEnd()).then(end.EndAgreed(1), closed("agreed"))


def test_resigning_completes_the_consent_of_the_others() -> None:
    both = given(started(), PROPOSED, end.EndAgreed(1))
    both.when(by(CLEO), Resign()).then(end.SeatResigned(2), closed("agreed"))


def test_any_person_withdraws_or_declines_a_proposal() -> None:
    asked = given(started(), PROPOSED)
    asked.when(by(ANNE), WithdrawEnd()).then(end.EndWithdrawn(0))
    asked.when(by(BOB), WithdrawEnd()).then(end.EndWithdrawn(1))
    given(started()).when(by(ANNE), WithdrawEnd()).refused("no_proposal")


def test_a_person_agrees_once_and_proposes_once_for_each_decision() -> None:
    given(started(), PROPOSED).when(by(ANNE), AgreeToEnd()).refused("already_agreed")
    declined = [*started(), PROPOSED, end.EndWithdrawn(1)]
    given(declined).when(by(CLEO), AgreeToEnd()).refused("proposed_before")
    given(declined, ASKED_AGAIN).when(by(CLEO), AgreeToEnd()).then(end.EndProposed(2, 2 + 4 * 3))


def test_a_proposal_lapses_with_a_later_decision() -> None:
    soon = given(started(), end.EndProposed(0, 2)).when(by(ANNE), ANNE_PLAYS)
    soon.then_ends_with(end.EndLapsed())
    assert isinstance(soon.events[-2], DecisionOpened)
    later = given(started(), end.EndProposed(0, 3)).when(by(ANNE), ANNE_PLAYS)
    assert isinstance(later.events[-1], DecisionOpened)


def test_a_proposal_does_not_stop_the_play() -> None:
    given(started(), PROPOSED).when(by(BOB, 1), BOB_PLAYS).refused("not_your_turn", "GB-17")


def test_the_host_cancels_a_table_before_its_start() -> None:
    waiting = given(rally_table(), seated(ANNE, BOB))
    waiting.when(by(ANNE), Cancel()).then(closed("cancelled"))
    waiting.when(by(BOB), Cancel()).refused("not_the_host")
    given(started()).when(by(ANNE), Cancel()).refused("already_started")
    over = given(rally_table(), seated(ANNE, BOB), closed("cancelled"))
    for command in (Cancel(), Sit(), Start(), SeatBot("random", DORA)):
        over.when(by(ANNE), command).refused("table_finished")
