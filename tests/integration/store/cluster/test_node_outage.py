"""A node is down: its tables wait, the others go on, and nothing is missed afterwards."""

import asyncio
from contextlib import aclosing

import pytest
from redis.crc import key_slot

from application.ports.event_log import Appended, StoreUnavailable
from store.cluster.client import ClusterClient
from store.cluster.follower import ClusterFollower
from store.heartbeat import RedisHeartbeat
from store.keyspace import events
from store.tables.deadlines import RedisDeadlines
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE, until
from tests.support.stores.cluster import Cluster
from tests.support.stores.cluster_tables import Tailing, appended, table_at, table_elsewhere, taken
from tests.support.tables.commits import commit, table_id

pytestmark = pytest.mark.anyio


async def test_a_node_that_hangs_delays_no_other(
    whole: Cluster, log: RedisEventLog, hasty: ClusterClient
) -> None:
    away = whole.nodes[1]
    lost, kept = table_at(whole, away), table_elsewhere(whole, away)
    for table in (lost, kept):
        await log.append(commit(table))
    away.sleep()
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(StoreUnavailable):
            await RedisEventLog(hasty).read(lost)
        assert await log.append(commit(kept, 1)) == Appended(2, 2)
        assert len(await log.read(kept)) == 2
        answers = await hasty.execute_reachable([("XLEN", events(lost)), ("XLEN", events(kept))])
        assert isinstance(answers[0], Exception)
        assert answers[1] == 2
    away.wake()
    await appended(log, lost, 1)
    assert len(await log.read(lost)) == 2


async def test_a_repeated_command_reaches_the_new_master_while_the_old_one_hangs(
    whole: Cluster, hasty: ClusterClient
) -> None:
    key = table_id()
    old = whole.owner(key)
    new, third = (node for node in whole.masters if node is not old)
    await hasty.execute("SET", key, "x")
    old.sleep()
    whole.assign(key, new, new, third)
    assert await hasty.execute("SET", key, "y") == b"OK"
    assert new.ask("GET", key) == b"y"
    old.wake()
    await asyncio.to_thread(until, lambda: whole.owner(key, old) is new)
    await asyncio.to_thread(whole.move, key, old)


async def test_a_master_that_has_lost_its_slot_is_an_interruption(
    whole: Cluster, impatient: ClusterClient
) -> None:
    """Another one may have it, without the last writes: what is in memory must be compared."""
    key = table_id()
    owner, slot = whole.owner(key), key_slot(key.encode())
    await impatient.execute("SET", key, "x")
    before = impatient.interruptions
    owner.ask("CLUSTER", "DELSLOTS", slot)
    try:
        with pytest.raises(StoreUnavailable):
            await impatient.execute("SET", key, "y")
    finally:
        owner.ask("CLUSTER", "ADDSLOTS", slot)
    assert impatient.interruptions > before


async def test_a_master_that_must_not_be_without_replicas_takes_nothing(
    whole: Cluster, log: RedisEventLog
) -> None:
    table, alone = table_at(whole, whole.masters[0]), whole.masters[0]
    await log.append(commit(table))
    alone.ask("CONFIG", "SET", "min-replicas-to-write", 1)
    try:
        with pytest.raises(StoreUnavailable):
            await log.append(commit(table, 1))
    finally:
        alone.ask("CONFIG", "SET", "min-replicas-to-write", 0)
    assert len(await log.read(table)) == 1
    assert await log.append(commit(table, 1)) == Appended(2, 2)


async def test_while_a_server_is_dead_the_others_are_followed_and_time_out(
    whole: Cluster, log: RedisEventLog, client: ClusterClient
) -> None:
    away = whole.nodes[2]
    lost, kept = table_at(whole, away), table_elsewhere(whole, away)
    for table in (lost, kept):
        await log.append(commit(table, due=1))
    async with (
        aclosing(ClusterFollower(whole.url, PATIENCE)) as follower,
        aclosing(Tailing(whole.url)) as group,
    ):
        follower.start()
        await taken(group, {(lost, 1), (kept, 1)})
        ears = [asyncio.create_task(follower.wait(table, 1, PATIENCE)) for table in (lost, kept)]
        away.kill()
        await log.append(commit(kept, 1, due=1))
        assert await ears[1] is True
        assert await taken(group, {(kept, 2)}) == [(kept, 2)]
        assert not ears[0].done()
        await clocks_run(client, lost, kept)
        await asyncio.to_thread(away.start)
        await appended(log, lost, 1)
        assert await ears[0] is True
        assert await taken(group, {(lost, 2)}) == [(lost, 2)]
        assert await log.append(commit(lost, 2)) == Appended(3, 3)


async def clocks_run(client: ClusterClient, lost: str, kept: str) -> None:
    """Only where somebody is there; what the dead one has comes with it."""
    deadlines = RedisDeadlines(client)
    assert (await RedisHeartbeat(client).beat()).felt_at(lost) == ()
    leased = await deadlines.lease(limit=1_000)
    waiting = [table async for tables in deadlines.everywhere() for table in tables]
    for found in (leased, waiting):
        assert kept in found
        assert lost not in found
