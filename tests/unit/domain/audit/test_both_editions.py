"""A table is judged by the rules it was opened under; others may be tried, and differences told."""

import asyncio
import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest

from application.table_cache import TableCache
from domain.audit.both_editions import audit_report
from domain.audit.stored_history import find_flaw
from domain.audit.verify import verify
from domain.games import EDITIONS, GAMES
from domain.judging.decision_clock import game_of
from domain.judging.stored import Stored
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.kernel.refusals import Rejected
from tests.support.histories.bundles import history_bundle, of_type, rewritten
from tests.support.tables.memory_table import MemoryTable, small
from tests.support.tables.party import GAME

NOW = GAMES[GAME]


def older() -> AnyGame:
    """Rules that once played every card as far as it goes, whatever the driver wanted."""

    def decide(state: Any, seat: int, command: Any, chance: Any) -> Sequence[Event]:
        events = NOW.decide(state, seat, command, chance)
        return [event for event in events if event.type != f"{GAME}.card_drawn"]

    return dataclasses.replace(NOW, rules_version="0", decide=decide)  # type: ignore[arg-type]


@pytest.fixture
def past(monkeypatch: pytest.MonkeyPatch) -> tuple[TableCache, str, Stored]:
    """A table of some moves that was opened when those were the rules."""
    old = older()
    monkeypatch.setitem(EDITIONS, (GAME, "0"), old)

    async def play() -> tuple[TableCache, str, Stored]:
        table = MemoryTable("past")
        await table.begin()
        await table.play()
        await table.leave()
        return table.tables, table.table, await table.stored()

    with monkeypatch.context() as then:
        then.setitem(GAMES, GAME, old)
        return asyncio.run(play())


def test_a_table_goes_on_under_the_rules_it_was_opened_under(
    past: tuple[TableCache, str, Stored],
) -> None:
    tables, table, stored = past
    state = asyncio.run(tables.find(table)).state
    assert game_of(state).rules_version == "0"
    assert verify(history_bundle(table, stored)).verdict == "PASS"
    assert find_flaw(table, stored) is None


def test_an_audit_reports_where_todays_rules_differ(past: tuple[TableCache, str, Stored]) -> None:
    _, table, stored = past
    report = audit_report(table, stored)
    assert report.flaw is None
    assert report.under_own is not None
    assert report.under_current is not None
    assert (report.under_own.rules_version, report.under_own.same) == ("0", True)
    assert (report.under_current.rules_version, report.under_current.same) == (
        NOW.rules_version,
        False,
    )
    difference = report.under_current.difference
    assert difference is not None
    played = next(e.first for e in stored.entries if b'play"' in (e.record or b""))
    assert (difference.check, difference.version) == ("rules", played)


def test_a_table_under_the_rules_of_today_is_the_same_under_both() -> None:
    report = audit_report(*small())
    assert report.under_own == report.under_current
    assert report.under_own is not None
    assert report.under_own.same


def test_while_a_table_is_played_no_reason_is_given() -> None:
    async def running() -> tuple[str, Stored]:
        table = MemoryTable()
        await table.begin()
        return table.table, await table.stored()

    table, stored = asyncio.run(running())
    assert audit_report(table, stored).flaw is None
    cheat = of_type(f"{GAME}.hand_dealt", lambda told: told["cards"].reverse())
    report = audit_report(table, rewritten(table, stored, cheat))
    assert report.under_own is not None
    assert report.under_own.difference is not None
    assert "when the table has closed" in report.under_own.difference.why


def test_rules_that_are_not_known_are_named() -> None:
    with pytest.raises(Rejected, match="Version '9' of the rules of 'gumball_rally'") as unknown:
        EDITIONS[GAME, "9"]
    assert "only 3" in unknown.value.detail
    with pytest.raises(Rejected, match="'chess'"):
        EDITIONS["chess", "1"]


def test_other_components_than_the_table_was_played_with_are_refused() -> None:
    table, stored = small()
    cheat = rewritten(
        table, stored, of_type("table.opened", lambda told: told.update(components="0" * 64))
    )
    report = audit_report(table, cheat)
    assert report.flaw is not None
    assert "other components" in report.flaw.why
