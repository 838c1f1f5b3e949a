"""What the timers do: abandon a table, play a default, wake a bot, or nothing."""

import pytest

from domain.judging.commands.opening import OPEN_FOR_MS
from domain.judging.decision_clock import (
    AbandonTable,
    PlayDefault,
    WakeBot,
    earliest_default,
    next_timer_action,
)
from domain.judging.fold import NOTHING
from domain.kernel.messages import Event
from domain.table.clock_events import AutopilotEngaged
from domain.table.clocks import Pace
from domain.table.end_events import TableClosed
from domain.table.opening_events import SeatTaken
from domain.table.state import Running
from tests.support.players.fixed_world import NOON
from tests.support.tables.rally_table import MINUTE, rally_table, started
from tests.support.tables.table_spec import given

LATE = NOON + MINUTE
EXPIRY = NOON + OPEN_FOR_MS
CLOSED = TableClosed("abandoned", None, "")


def race(*bots: int, clock: Pace = "rules") -> list[Event]:
    """Return a race with bots on these seats, in which seat 0 is asked."""
    events = started(clock, None if clock is None else LATE)
    for seat in bots:
        events[1 + seat] = SeatTaken(seat, "bot".ljust(26, "a"), None, None, "greedy")
    return events


@pytest.mark.parametrize("at", [NOON, EXPIRY + 1])
def test_nothing_is_due_at_a_table_that_does_not_exist_or_is_closed(at: int) -> None:
    assert next_timer_action(NOTHING, at) is None
    assert next_timer_action(given(race(), CLOSED).state, at) is None


def test_an_open_table_is_abandoned_when_it_has_expired() -> None:
    state = given(rally_table()).state
    assert next_timer_action(state, EXPIRY - 1) is None
    assert next_timer_action(state, EXPIRY) == AbandonTable()


def test_the_default_is_played_for_a_seat_from_its_deadline_on() -> None:
    state = given(race()).state
    assert next_timer_action(state, LATE - 1) is None
    assert next_timer_action(state, LATE) == PlayDefault(0)


def test_without_a_clock_nothing_is_ever_due() -> None:
    assert next_timer_action(given(race(clock=None)).state, NOON + 10**9) is None


def test_the_default_is_played_at_once_for_a_seat_on_autopilot() -> None:
    state = given(race(), AutopilotEngaged(0, "left")).state
    assert next_timer_action(state, NOON) == PlayDefault(0)
    assert earliest_default(state) is None


def test_the_autopilot_of_a_seat_that_is_not_asked_changes_nothing() -> None:
    state = given(race(), AutopilotEngaged(1, "left")).state
    assert next_timer_action(state, NOON) is None
    assert earliest_default(state) == LATE


@pytest.mark.parametrize("clock", ["rules", None])
def test_a_bot_that_is_asked_is_woken(clock: Pace) -> None:
    state = given(race(0, clock=clock)).state
    assert isinstance(state, Running)
    assert next_timer_action(state, NOON) == WakeBot()
    assert next_timer_action(given(race(1, clock=clock)).state, NOON) is None


def test_a_bot_is_woken_after_its_deadline_too_and_never_timed_out() -> None:
    state = given(race(0)).state
    assert isinstance(state, Running)
    assert next_timer_action(state, LATE) == WakeBot()
