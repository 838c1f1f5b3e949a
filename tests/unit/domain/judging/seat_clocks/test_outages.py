"""Outages give time back to running clocks; snapshots and views have the clocks."""

import pytest

from domain.judging.saved_state import decode_state, encode_state
from domain.kernel.refusals import Rejected
from domain.table.clock_events import TimeGivenBack
from domain.table.clocks import ClockSeen, SeatClock
from tests.support.tables.banked_table import BANK, FISCHER, SECOND, BankedTable, moment


def test_an_outage_gives_every_running_clock_its_time_back() -> None:
    table = BankedTable(BANK)
    table.answer(0, at=10)
    [given_back] = table.outage(20, 50).events
    assert given_back == TimeGivenBack(
        moment(50),
        (90 * SECOND, 100 * SECOND),
        (SeatClock(1, moment(0), moment(130), 100 * SECOND, 30 * SECOND),),
    )
    table.answer(1, at=60)
    assert table.left(1) == 70
    with pytest.raises(Rejected, match="not_due"):
        table.outage(20, 50, at=61)


def test_an_outage_confirmed_after_an_answer_reaches_the_bank() -> None:
    table = BankedTable(FISCHER)
    table.answer(0, at=45)
    table.answer(1, at=46)
    assert (table.left(0), table.left(1)) == (60, 59)
    [given_back] = table.outage(10, 40, at=47).events
    assert isinstance(given_back, TimeGivenBack)
    assert given_back.banks_ms == (90 * SECOND, 89 * SECOND)
    assert [clock.bank_ms for clock in given_back.clocks] == [90 * SECOND, 89 * SECOND]
    assert [clock.deadline for clock in given_back.clocks] == [moment(136), moment(135)]
    with pytest.raises(Rejected, match="not_due"):
        table.outage(10, 40, at=48)
    table.answer(0, at=56)
    assert table.left(0) == 85


def test_an_outage_before_the_question_or_after_the_deadline_gives_nothing() -> None:
    table = BankedTable(BANK)
    for began, ended in ((-20, 0), (100, 120)):
        with pytest.raises(Rejected, match="not_due"):
            table.outage(began, ended, at=130)


def test_a_snapshot_keeps_banks_clocks_and_runs() -> None:
    table = BankedTable(FISCHER)
    table.answer(0, at=45)
    assert table.running.runs
    assert decode_state(encode_state(table.state)) == table.state


def test_players_see_what_is_left_and_since_when_a_clock_runs() -> None:
    table = BankedTable(BANK)
    table.answer(0, at=10)
    assert table.banks.seen(0) == ClockSeen(90 * SECOND)
    table.outage(20, 50)
    assert table.banks.seen(1) == ClockSeen(100 * SECOND, moment(0), moment(130), moment(130))
