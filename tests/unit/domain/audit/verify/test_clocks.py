"""What the clock did is judged again like everything else, and nobody else may do it."""

from typing import Any

import pytest

from domain.audit.both_editions import audit_report
from domain.audit.stored_history import find_flaw
from domain.audit.verify import verify
from domain.judging.actors import ByClock
from domain.judging.stored import Stored
from domain.table.commands import CallTime, MoveDeadline, Outage
from domain.table.state import Running
from tests.support.histories.bundles import history_bundle, recommanded
from tests.support.histories.verifiers import by_one_file
from tests.support.players.fixed_world import NOON
from tests.support.tables.memory_table import MINUTE, MemoryServer

pytestmark = pytest.mark.anyio


async def played() -> tuple[str, Stored]:
    """The store was away once, seat by seat is late, and in the end nobody is left."""
    server = MemoryServer()
    await server.started()
    server.world.wait(2 * MINUTE)
    await server.ask(ByClock(), MoveDeadline((Outage(NOON + 1000, NOON + 2 * MINUTE),)))
    await server.play()
    while isinstance((await server.live()).state, Running):
        server.world.wait(2 * MINUTE)
        await server.ask(ByClock(), CallTime())
    stored = await server.log.load(server.table)
    assert stored is not None
    return server.table, stored


async def test_a_moved_deadline_and_time_outs_are_verified_by_both() -> None:
    table, stored = await played()
    report = verify(history_bundle(table, stored))
    assert (report.verdict, report.flaw) == ("PASS", None)
    assert by_one_file(history_bundle(table, stored)) is None
    assert find_flaw(table, stored) is None
    audit = audit_report(table, stored)
    assert audit.flaw is None
    assert audit.under_own is not None
    assert audit.under_own.difference is None


async def test_a_command_that_was_not_the_clocks_is_found_in_the_store_too() -> None:
    table, stored = await played()

    def the_clock(record: Any) -> None:
        if record["command"]["type"] == "gumball_rally.play":
            record["by"] = "clock"

    flaw = find_flaw(table, recommanded(table, stored, the_clock))
    assert flaw is not None
    assert "clock" in flaw.why
