"""Time in which nobody could answer is given back, once."""

import pytest

from domain.judging.decision_clock import next_timer_check
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Event
from domain.table.clock_events import AutopilotEngaged, DeadlineMoved, DecisionOpened
from domain.table.commands import CallTime, MoveDeadline, Outage
from domain.table.end_events import TableClosed
from domain.table.state import Running
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, PLAYERS
from tests.support.tables.rally_table import ANNE_PLAYS, MINUTE, rally_table, started
from tests.support.tables.table_spec import SECOND, SEED, THE_CLOCK, by, given, seated

TIME = CallTime()


def away(*spans: tuple[int, int]) -> MoveDeadline:
    """The store was away between these seconds after noon, when Anne was asked."""
    return MoveDeadline(
        tuple(Outage(NOON + began * SECOND, NOON + ended * SECOND) for began, ended in spans)
    )


def moved(deadline: int, away_until: int) -> DeadlineMoved:
    return DeadlineMoved(rfc3339(NOON + deadline * SECOND), rfc3339(NOON + away_until * SECOND))


@pytest.mark.parametrize(
    ("spans", "deadline", "until"),
    [
        ([(10, 30)], 80, 30),  # ended in time: the question stays open as long as it was to
        ([(50, 200)], 210, 200),  # the deadline fell into it: ten seconds were left
        ([(-9, 5)], 65, 5),  # put while it lasted: only what was lost counts
        ([(10, 20), (30, 40)], 80, 40),
        ([(30, 40), (10, 20)], 80, 40),
        ([(50, 70), (75, 100)], 105, 100),  # the second began in the time given back
        ([(-90, -30), (10, 20)], 70, 20),
    ],
)
def test_all_time_left_when_an_outage_began_is_there_when_it_has_ended(
    spans: list[tuple[int, int]], deadline: int, until: int
) -> None:
    told = given(started()).when(THE_CLOCK, away(*spans), NOON + 300 * SECOND)
    told.then(moved(deadline, until))
    assert next_timer_check(told.judged.state, NOON) == NOON + deadline * SECOND


@pytest.mark.parametrize("spans", [[], [(-30, -10)], [(-30, 0)], [(60, 90)]])
def test_an_outage_before_the_question_or_after_its_time_was_up_changes_nothing(
    spans: list[tuple[int, int]],
) -> None:
    given(started()).when(THE_CLOCK, away(*spans)).refused("not_due")


def test_an_outage_is_made_good_once() -> None:
    once: list[Event] = [*started(), moved(80, 30)]
    given(once).when(THE_CLOCK, away((10, 30))).refused("not_due")
    given(once).when(THE_CLOCK, away((10, 30), (70, 75))).then(moved(85, 75))


def test_the_moved_deadline_holds_for_the_clock_and_the_next_question_has_its_own() -> None:
    later = given(started(), moved(80, 30))
    later.when(THE_CLOCK, TIME, NOON + 80 * SECOND - 1).refused("not_due")
    told = later.when(THE_CLOCK, TIME, NOON + 80 * SECOND)
    opened = told.events[-1]
    assert isinstance(opened, DecisionOpened)
    assert opened.deadline == rfc3339(NOON + 80 * SECOND + MINUTE)
    state = told.judged.state
    assert isinstance(state, Running)
    assert state.decision is not None
    assert state.decision.compensated_until is None


def test_the_question_stays_the_same() -> None:
    played = given(started(), moved(80, 30)).when(by(ANNE, 0), ANNE_PLAYS)
    assert played.judged.seat == 0


def test_where_no_clock_runs_nothing_is_moved() -> None:
    outage = away((10, 30))
    given(started(clock=None, deadline=None)).when(THE_CLOCK, outage).refused("not_due")
    given(rally_table(), seated(*PLAYERS)).when(THE_CLOCK, outage).refused("not_started")
    closed = TableClosed("abandoned", None, SEED.hex())
    given(started(), closed).when(THE_CLOCK, outage).refused("table_finished")


def test_the_autopilot_does_not_wait_for_the_time_given_back() -> None:
    gone = given(started(), AutopilotEngaged(0, "left"), moved(80, 30))
    assert next_timer_check(gone.state, NOON + 5) == NOON + 5
