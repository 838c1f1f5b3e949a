"""A cached table is compared with the store after an interruption: a fail-over may undo events."""

import pytest

from application.lost_events import is_rewritten
from application.table_cache import TableCache
from application.world import RealWorld
from tests.support.stores.memory_log import MemoryLog
from tests.support.tables.party import Party, elsewhere, started

pytestmark = pytest.mark.anyio


@pytest.fixture
async def party() -> Party:
    return await started(TableCache(MemoryLog(), RealWorld()))


async def undone(party: Party) -> tuple[int, bytes]:
    """Play a command that is then lost; return version and head before it."""
    live = await party.live()
    kept = (live.version, live.head)
    await party.play()
    assert isinstance(party.tables.log, MemoryLog)
    party.tables.log.fail_over(party.table, kept[1], kept[0])
    return kept


async def test_a_table_is_read_again_if_its_last_events_are_lost(party: Party) -> None:
    kept = await undone(party)
    live = await party.tables.find(party.table)
    assert (live.version, live.head) == kept


async def test_a_table_is_read_again_if_other_events_took_their_places(party: Party) -> None:
    version, _ = await undone(party)
    other = elsewhere(party.tables.log, RealWorld(), party)
    await other.play_on(2)
    assert (await other.live()).version > version
    live, stored = await party.live(), await other.live()
    assert (live.version, live.head) == (stored.version, stored.head)


async def test_a_command_is_judged_on_what_is_stored_after_a_fail_over(party: Party) -> None:
    version, _ = await undone(party)
    seat = await party.active()
    receipt = await party.play(seat)
    assert receipt.version > version
    stored = await party.tables.log.head(party.table)
    assert stored == (receipt.version, receipt.head)


async def test_nothing_is_read_again_if_nothing_was_lost(party: Party) -> None:
    log, live = party.tables.log, await party.live()
    assert isinstance(log, MemoryLog)
    log.fail_over(party.table, live.head, live.version)
    assert await party.tables.find(party.table) is live


async def test_a_head_is_rewritten_unless_it_is_on_the_chain(party: Party) -> None:
    log, live = party.tables.log, await party.live()
    before = (live.version, live.head)
    await party.play_on(2)
    after = await party.live()
    assert not await is_rewritten(log, live.table, live.seed, *before)
    assert not await is_rewritten(log, live.table, live.seed, after.version, after.head)
    assert await is_rewritten(log, live.table, live.seed, after.version + 1, after.head)
    assert await is_rewritten(log, live.table, live.seed, after.version, bytes(32))
    assert await is_rewritten(log, live.table, live.seed, before[0], bytes(32))
    assert await is_rewritten(log, "z" * 26, live.seed, 1, bytes(32))
