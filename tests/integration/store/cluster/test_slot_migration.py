"""A slot moves while it is in use: nothing is lost or done by half."""

import asyncio
from contextlib import aclosing

import pytest

from application.ports.event_log import Appended, StoreUnavailable
from application.ports.leaderboard import StoredStanding
from application.ports.table_list import StoredRow
from store import keyspace
from store.cluster.client import ClusterClient
from store.cluster.follower import ClusterFollower
from store.keyspace import events
from store.lists.leaderboard import RedisLeaderboardStore
from store.lists.read_model import FIRST_GENERATION
from store.lists.table_list import RedisTableListStore
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE
from tests.support.stores.cluster import Cluster, Moving
from tests.support.stores.cluster_tables import Tailing, appended, table_at, taken
from tests.support.tables.commits import commit, table_id

pytestmark = pytest.mark.anyio

NEWER = StoredStanding("g", "p", "7", b"new")


async def test_slots_move_while_tables_are_played_and_nothing_is_lost(
    whole: Cluster, log: RedisEventLog
) -> None:
    tables = [table_at(whole, node) for node in whole.masters]
    moves, stop = [(table, whole.owner(events(table))) for table in tables], asyncio.Event()
    versions = dict.fromkeys(tables, 0)

    async def play(table: str) -> None:
        while not stop.is_set() or versions[table] < 10:
            await appended(log, table, versions[table])
            versions[table] += 1

    async with aclosing(Tailing(whole.url)) as group:
        playing = [asyncio.create_task(play(table)) for table in tables]
        for n, (table, home) in enumerate(moves):
            to = whole.masters[(whole.masters.index(home) + 1 + n % 2) % 3]
            await asyncio.to_thread(whole.move, events(table), to)
            assert whole.owner(events(table)) is to
        stop.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        for table in tables:
            stored = [entry.first for entry in await log.read(table)]
            assert stored == list(range(1, versions[table] + 1))
        wanted = {(t, v) for t in tables for v in range(1, versions[t] + 1)}
        assert sorted(await taken(group, wanted)) == sorted(wanted)


async def test_a_waiting_task_is_woken_after_the_table_has_moved(
    whole: Cluster, log: RedisEventLog
) -> None:
    table = table_at(whole, whole.nodes[0])
    await log.append(commit(table))
    async with aclosing(ClusterFollower(whole.url, PATIENCE)) as follower:
        follower.start()
        waiting = asyncio.create_task(follower.wait(table, 1, PATIENCE))
        await asyncio.to_thread(whole.move, events(table), whole.nodes[1])
        assert not waiting.done()
        await appended(log, table, 1)
        assert await waiting is True


async def test_what_is_read_while_its_slot_moves_is_found(
    whole: Cluster, log: RedisEventLog, impatient: ClusterClient
) -> None:
    table = table_id()
    await log.append(commit(table))
    home = whole.owner(events(table))
    moving = Moving(whole, events(table), next(node for node in whole.nodes if node is not home))
    for keys in (1, 1, 1, 100):
        moving.carry(keys)
        stored = await log.load(table)
        assert stored is not None
        assert stored.version == 1
    with pytest.raises(StoreUnavailable):  # the keys of a new table would be in two places
        await RedisEventLog(impatient).append(commit(table_beside(table)))
    moving.end()
    assert await log.append(commit(table, 1)) == Appended(2, 2)


def table_beside(table: str) -> str:
    """A new table of the same partition."""
    p = keyspace.partition(table)
    return next(t for t in iter(table_id, "") if keyspace.partition(t) == p)


async def test_a_fold_is_done_as_a_whole_or_not_at_all(
    whole: Cluster, client: ClusterClient, impatient: ClusterClient
) -> None:
    """Also while some of the rows have left already, and the keys it names have not."""
    boards = RedisLeaderboardStore(client)
    await client.execute("SET", "{leaderboard}:current", FIRST_GENERATION)
    await boards.begin()  # so that both keys that a fold names are there
    seen = await boards.position(FIRST_GENERATION)
    assert await boards.fold(
        FIRST_GENERATION, seen, seen + 1, [StoredStanding("g", "p", "5", b"row")]
    )
    home = whole.owner("{leaderboard}")
    moving = Moving(whole, "{leaderboard}", next(node for node in whole.nodes if node is not home))
    moving.carry_these("{leaderboard}:a:rows", "{leaderboard}:a:index_names")
    with pytest.raises(StoreUnavailable):
        await RedisLeaderboardStore(impatient).fold(FIRST_GENERATION, seen + 1, seen + 2, [NEWER])
    assert await client.execute("ZRANGE", "{leaderboard}:a:index:g", 0, -1) == [b"5|p"]
    moving.carry()
    moving.end()
    assert await boards.fold(FIRST_GENERATION, seen + 1, seen + 2, [NEWER])
    assert (await boards.page("g", None, 9)).rows == [b"new"]


async def test_a_row_is_saved_as_a_whole_or_not_at_all(
    whole: Cluster, client: ClusterClient, impatient: ClusterClient
) -> None:
    store = RedisTableListStore(client)
    await client.execute("SET", "{tables}:current", FIRST_GENERATION)
    await store.begin()
    await store.save([StoredRow("t", 1, "o", b"row", ("all", "old"))], FIRST_GENERATION)
    home = whole.owner("{tables}")
    moving = Moving(whole, "{tables}", next(node for node in whole.nodes if node is not home))
    moving.carry_these("{tables}:a:index:old")
    newer = StoredRow("t", 3, "o", b"new", ("all", "young"))
    with pytest.raises(StoreUnavailable):
        await RedisTableListStore(impatient).save([newer], FIRST_GENERATION)
    assert await store.places(["t"], FIRST_GENERATION) == [b"1 all old"]
    moving.carry()
    moving.end()
    await store.save([newer], FIRST_GENERATION)
    assert await store.places(["t"], FIRST_GENERATION) == [b"3 all young"]
