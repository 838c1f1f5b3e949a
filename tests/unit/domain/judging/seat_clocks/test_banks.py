"""Banks of time: each asked seat spends its own, and an empty one means defaults."""

import pytest

from domain.judging.decision_clock import earliest_default, next_timer_check, open_deadline
from domain.judging.seat_clocks import start_clocks
from domain.kernel.ids import millis
from domain.kernel.refusals import Rejected
from domain.table.clock_events import AutopilotEngaged, ClockStopped, DefaultPlayed, TimedOut
from domain.table.clocks import Bank, Fischer, SeatClock
from domain.table.end_events import TableClosed
from domain.table.state import Closed
from tests.support.players.fixed_world import NOON
from tests.support.tables.banked_table import BANK, FISCHER, SECOND, BankedTable, last_asked, moment


def test_every_asked_seat_spends_its_own_bank_from_the_moment_it_is_asked() -> None:
    table = BankedTable(BANK)
    assert table.asked == [0, 1]
    asked = last_asked(table)
    assert asked.clocks == tuple(
        SeatClock(seat, moment(0), moment(100), 100 * SECOND, 0) for seat in (0, 1)
    )
    assert (asked.deadline, asked.window_ms) == (moment(100), None)
    assert table.answer(0, at=10).events[-1] == ClockStopped(0, 10 * SECOND, 90 * SECOND)
    assert (table.left(0), table.banks.clock(0)) == (90, None)
    running = table.banks.clock(1)
    assert running is not None
    assert running.deadline == moment(100)
    table.answer(1, at=30)
    assert table.left(1) == 70
    assert last_asked(table).deadline == moment(30 + 70)


def test_a_fischer_clock_adds_the_increment_when_it_stops() -> None:
    table = BankedTable(FISCHER)
    table.answer(0, at=10)
    table.answer(1, at=30)
    assert (table.left(0), table.left(1)) == (95, 75)


def test_a_seat_that_owes_several_answers_runs_until_the_last_of_them() -> None:
    table = BankedTable(BANK, "bug_race", 2)
    while last_asked(table).kind == "draft":
        table.answer(table.asked[0], at=0)
    seat, number = table.asked[0], last_asked(table).number
    assert not any(isinstance(event, ClockStopped) for event in table.answer(seat, at=5).events)
    while seat in table.asked and last_asked(table).number == number:
        table.answer(seat, at=20)
    assert table.left(seat) == 80


def test_the_first_seat_that_is_late_has_the_default_played_and_no_other() -> None:
    table = BankedTable(FISCHER)
    table.answer(0, at=10)
    table.answer(1, at=50)
    assert table.asked == [0, 1]
    deadlines = {seat: open_deadline(table.running, seat) for seat in table.asked}
    assert deadlines == {0: moment(50 + 95), 1: moment(50 + 55)}
    assert earliest_default(table.state) == NOON + 105 * SECOND
    assert next_timer_check(table.state, NOON) == NOON + 105 * SECOND
    with pytest.raises(Rejected, match="not_due"):
        table.call_time(at=104.999)
    events = table.call_time(at=105.2).events
    assert events[0] == TimedOut(1, 1)
    assert ClockStopped(1, round(55.2 * SECOND), 5 * SECOND) in events
    assert table.asked == [0]
    assert next_timer_check(table.state, NOON) == NOON + 145 * SECOND


def test_with_an_empty_fischer_bank_each_decision_has_the_increment() -> None:
    table = BankedTable(FISCHER)
    table.answer(0, at=1)
    table.call_time(at=100)
    assert table.left(1) == 5
    assert {c.seat: c.deadline for c in last_asked(table).clocks}[1] == moment(105)
    table.answer(1, at=103)
    assert table.left(1) == 7


def test_an_empty_bank_means_defaults_until_the_end() -> None:
    table = BankedTable(BANK)
    table.answer(0, at=1)
    events = table.call_time(at=100).events
    assert events[:2] == (TimedOut(1, 1), AutopilotEngaged(1, "bank_empty"))
    assert table.left(1) == 0
    for act in (table.answer, table.sit_again):
        with pytest.raises(Rejected, match="bank_empty"):
            act(1, at=100)
    assert table.call_time(at=100).events[0] == DefaultPlayed(1)
    assert table.left(1) == 0


def test_if_all_banks_are_empty_the_game_is_played_to_its_end() -> None:
    table = BankedTable(BANK)
    for _ in range(2000):
        if isinstance(table.state, Closed):
            break
        table.call_time(at=100)
    assert isinstance(table.events[-1], TableClosed)
    assert table.events[-1].reason == "finished"


def test_people_who_leave_a_table_with_banks_abandon_it() -> None:
    table = BankedTable(BANK)
    table.answer(0, at=1)
    table.call_time(at=100)
    assert table.leave(0, at=100).events[-1] == TableClosed(
        "abandoned", None, bytes(range(32)).hex()
    )


def test_a_seat_on_autopilot_spends_nothing_and_gains_nothing() -> None:
    table = BankedTable(FISCHER)
    table.leave(0, at=3)
    assert ClockStopped(0, 0, 100 * SECOND) in table.call_time(at=3).events
    table.answer(1, at=10)
    assert table.call_time(at=11).events[0] == DefaultPlayed(0)
    assert table.left(0) == 100


def test_a_bot_has_no_clock() -> None:
    table = BankedTable(FISCHER, bots=1)
    assert [clock.seat for clock in last_asked(table).clocks] == [0]
    table.bot_plays(1, at=500)
    assert table.left(1) == 100
    with pytest.raises(Rejected, match="not_due"):
        table.call_time(at=99)


def reacting() -> BankedTable:
    """Return a race in which a seat has to react within the ten seconds of the rules."""
    table = BankedTable(Fischer(600, 5), "gasterospeed", 2)
    for step in range(2000):
        if table.running.decision and table.running.decision.window_ms is not None:
            return table
        table.answer(table.asked[0], at=0.001 * step)
    raise AssertionError("no reaction")


def test_a_reaction_has_the_time_of_the_rules_and_spends_the_bank() -> None:
    table = reacting()
    asked = last_asked(table)
    [clock] = asked.clocks
    assert (asked.window_ms, asked.deadline) == (10 * SECOND, clock.deadline)
    began = table.banks.left_ms[clock.seat]
    assert began == clock.bank_ms > 600 * SECOND
    since = (millis(clock.since) - NOON) / SECOND
    assert millis(clock.deadline) == millis(clock.since) + 10 * SECOND
    events = table.call_time(at=since + 10).events
    assert ClockStopped(clock.seat, 10 * SECOND, began - 5 * SECOND) in events


def test_a_bank_shorter_than_the_time_for_a_reaction_ends_it() -> None:
    table = BankedTable(Bank(4), "gasterospeed", 2)
    [clock] = start_clocks(table.running, [0], NOON, 10 * SECOND)
    assert clock.deadline == moment(4)
