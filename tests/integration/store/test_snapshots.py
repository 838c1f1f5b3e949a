"""Snapshots: a load continues at the last one; one that does not lead to the head is dropped."""

import pytest
from msgspec.structs import replace

from application.snapshots import EVERY
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.live_table import LiveTable, restored
from domain.judging.saved_state import state_to_save
from domain.judging.stored import Stored
from domain.table.state import Running
from store import keyspace
from store.client.base import StoreClient
from store.tables.log import RedisEventLog
from store.tables.snapshots import KEPT_MS, RedisSnapshots
from tests.support.tables.party import seated

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]
RULES = "0123456789abcdef"
LENGTH = 2 * EVERY + 40


class Folded:
    """A process with snapshots that counts the events it folds to load a table."""

    def __init__(self, log: RedisEventLog, snapshots: RedisSnapshots) -> None:
        self.events = 0
        self.tables = TableCache(log, RealWorld(), on_load=self._count, snapshots=snapshots)

    def _count(self, events: int) -> None:
        self.events += events


@pytest.fixture
def snapshots(client: StoreClient) -> RedisSnapshots:
    return RedisSnapshots(client, RULES)


@pytest.fixture
async def live(log: RedisEventLog, snapshots: RedisSnapshots) -> LiveTable:
    """A started table of some hundred events, played in a process that saves snapshots."""
    tables = Folded(log, snapshots).tables
    party = await seated(tables)
    await party.lengthen(LENGTH)
    await party.start()
    await tables.past.aclose()
    return await tables.find(party.table)


async def test_a_cold_load_folds_only_what_follows_the_last_snapshot(
    log: RedisEventLog, snapshots: RedisSnapshots, live: LiveTable
) -> None:
    cold = Folded(log, snapshots)
    assert _known(await cold.tables.find(live.table)) == _known(live)
    assert cold.events < EVERY


async def test_the_past_is_the_same_with_and_without_snapshots(
    log: RedisEventLog, snapshots: RedisSnapshots, live: LiveTable
) -> None:
    past, stored = Folded(log, snapshots).tables.past, await _stored(log, live)
    for version in (1, EVERY - 1, EVERY, EVERY + 1, 2 * EVERY + 3, live.version):
        near = await past.near(live, version)
        assert near.version == (version // EVERY) * EVERY or version - near.version < EVERY
        then = await past.at(live, version, near)
        assert _known(then) == _known(_until(live, stored, version))
        assert await past.head_at(live, version, near) == then.head


async def test_a_process_without_them_makes_them_when_it_folds(
    client: StoreClient, log: RedisEventLog, live: LiveTable
) -> None:
    newer = RedisSnapshots(client, "f" * 16)  # the rules of a newer server
    assert (await newer.near(live.table)).before is None
    process = Folded(log, newer).tables
    await process.find(live.table)
    await process.past.aclose()
    cold = Folded(log, newer)
    await cold.tables.find(live.table)
    assert cold.events < EVERY


async def test_a_snapshot_that_does_not_lead_to_the_head_is_dropped(
    log: RedisEventLog, snapshots: RedisSnapshots, live: LiveTable
) -> None:
    near = await snapshots.near(live.table)
    assert near.before is not None
    await snapshots.save(live.table, [replace(near.before, head=bytes(32))])
    cold = Folded(log, snapshots)
    assert _known(await cold.tables.find(live.table)) == _known(live)
    assert cold.events == live.version
    await cold.tables.past.aclose()
    found = (await snapshots.near(live.table)).before
    assert found is not None
    assert found.head != bytes(32)  # folding the whole history has made them again


async def test_the_past_is_not_taken_from_a_stale_snapshot(
    log: RedisEventLog, snapshots: RedisSnapshots, live: LiveTable
) -> None:
    past, stored = Folded(log, snapshots).tables.past, await _stored(log, live)
    first = (await snapshots.near(live.table, EVERY + 20)).before
    assert first is not None
    for wrong in (bytes(32), first.head[:-1] + b"?"):
        await snapshots.save(live.table, [replace(first, head=wrong)])
        near = await past.near(live, EVERY + 20)
        then = await past.at(live, EVERY + 20, near)
        assert _known(then) == _known(_until(live, stored, EVERY + 20))
        assert await past.head_at(live, EVERY + 20, near) == then.head
        await past.aclose()


async def test_a_damaged_snapshot_is_none(
    client: StoreClient, snapshots: RedisSnapshots, live: LiveTable
) -> None:
    key = keyspace.snapshots(live.table, RULES)
    near = await snapshots.near(live.table)
    body: bytes = await client.execute("HGET", key, near.version)
    for place in range(40, len(body), 7):
        flipped = body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]
        await client.execute("HSET", key, near.version, flipped)
        assert (await snapshots.near(live.table)).before is None


async def test_a_table_gets_no_snapshot_of_a_version_that_it_has_not(
    snapshots: RedisSnapshots, live: LiveTable
) -> None:
    await snapshots.save(live.table, [replace(state_to_save(live), version=live.version + 1)])
    await snapshots.save("z" * 26, [state_to_save(live)])
    assert (await snapshots.near(live.table)).version <= live.version
    assert (await snapshots.near("z" * 26)).before is None


async def test_snapshots_expire_after_a_day_without_use(
    client: StoreClient, snapshots: RedisSnapshots, live: LiveTable
) -> None:
    key = keyspace.snapshots(live.table, RULES)
    assert KEPT_MS - 60_000 < await client.execute("PTTL", key) <= KEPT_MS
    await client.execute("PEXPIRE", key, 60_000)
    await snapshots.near(live.table)
    while await client.execute("PTTL", key) <= 60_000:
        pass
    await snapshots.drop(live.table)
    assert (await snapshots.near(live.table)).before is None


def _known(live: LiveTable) -> tuple[object, ...]:
    return live.version, live.head, live.at, live.state


async def _stored(log: RedisEventLog, live: LiveTable) -> Stored:
    stored = await log.load(live.table)
    assert stored is not None
    assert isinstance(restored(live.table, stored).state, Running)
    return stored


def _until(live: LiveTable, stored: Stored, version: int) -> LiveTable:
    then = LiveTable(live.table, live.seed)
    then.catch_up(stored.entries[:version])
    return then
