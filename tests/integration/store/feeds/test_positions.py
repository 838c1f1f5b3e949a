"""Readers of the feeds go on from their positions; a lost entry sends them back a minute."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from application.ports.event_log import StoreUnavailable
from application.ports.feeds import START, WEBHOOKS, FeedEntry, Move, Overtaken
from store import keyspace
from store.client.base import StoreClient
from store.cluster.tail import ClusterTail
from store.feeds.positions import RedisPositions, lags, parse_id
from store.feeds.tail import RedisTail
from store.lua import functions
from store.opening.factory import open_tail
from store.tables.log import RedisEventLog
from tests.support.network.dropping_proxy import DroppingProxy
from tests.support.servers.processes import PATIENCE
from tests.support.stores.cluster import AnyServer
from tests.support.tables.commits import commit, table_id

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]
BEGINNING = (START,) * keyspace.PARTITIONS
MINUTE_MS = 60_000


@pytest.fixture
async def tail(server: AnyServer, log: RedisEventLog) -> AsyncIterator[RedisTail | ClusterTail]:
    tail = open_tail(server.url, PATIENCE)
    yield tail
    await tail.aclose()


@pytest.fixture
def positions(client: StoreClient) -> RedisPositions:
    return RedisPositions(client, WEBHOOKS)


async def stored(log: RedisEventLog, client: StoreClient) -> tuple[int, tuple[int, int]]:
    """Store a commit; return its partition and the id of its entry."""
    table = table_id()
    await log.append(commit(table))
    p = keyspace.partition(table)
    [(id_, _)] = await client.execute("XREVRANGE", keyspace.feed(p), "+", "-", "COUNT", 1)
    return p, parse_id(id_)


async def test_a_tail_gives_every_commit_after_a_position(
    log: RedisEventLog, tail: RedisTail
) -> None:
    opened = [table_id() for _ in range(30)]
    await asyncio.gather(*[log.append(commit(table, 0, 3)) for table in opened])
    after, found = list(BEGINNING), list[FeedEntry]()
    async with asyncio.timeout(PATIENCE):
        while len(found) < len(opened):
            for one in await tail.read(tuple(after), 1, 50):
                after[one.partition] = one.id
                found.append(one)
    assert sorted(one.table for one in found) == sorted(opened)
    assert {(one.first_version, one.last_version) for one in found} == {(1, 3)}
    assert await tail.read(tuple(after), 10, 1) == []
    assert len(await tail.read(BEGINNING, 1, 50)) > 0  # set back, it reads again


async def test_a_tail_waits_for_a_commit(log: RedisEventLog, tail: RedisTail) -> None:
    waiting = asyncio.create_task(tail.read(BEGINNING, 10, 1000 * 2 * round(PATIENCE)))
    await asyncio.sleep(0)
    table = table_id()
    await log.append(commit(table))
    async with asyncio.timeout(PATIENCE):
        assert [one.table for one in await waiting] == [table]


async def test_a_lost_reply_is_an_error_and_loses_nothing(
    proxy: DroppingProxy, log: RedisEventLog
) -> None:
    tail, table = RedisTail(proxy.url, PATIENCE), table_id()
    await tail.read(BEGINNING, 10, 1)
    await log.append(commit(table))
    proxy.drop = 1
    with pytest.raises(StoreUnavailable):
        await tail.read(BEGINNING, 10, 50)
    assert [one.table for one in await tail.read(BEGINNING, 10, 50)] == [table]
    await tail.aclose()


async def test_of_two_readers_only_one_moves_on(
    log: RedisEventLog, positions: RedisPositions
) -> None:
    await positions.advance(Move(2, {0: (START, (5, 0)), 9: (START, (7, 1))}))
    with pytest.raises(Overtaken):
        await positions.advance(Move(1, {0: ((5, 0), (6, 0)), 9: (START, (8, 0))}))
    found = await positions.read()
    assert (found[0], found[9], await positions.count()) == ((5, 0), (7, 1), 2)


async def test_a_reader_resumes_where_it_was(
    log: RedisEventLog, client: StoreClient, positions: RedisPositions
) -> None:
    assert await positions.resume() == (BEGINNING, BEGINNING, False)
    p, id_ = await stored(log, client)
    await positions.advance(Move(1, {p: (START, id_)}))
    resumed = await positions.resume()
    assert resumed.stored == resumed.begin
    assert resumed.begin[p] == id_


async def test_a_lost_entry_sends_a_reader_back_a_minute(
    log: RedisEventLog, client: StoreClient, positions: RedisPositions
) -> None:
    p, (ms, _) = await stored(log, client)
    await positions.advance(Move(1, {p: (START, (ms + 5, 0))}))
    resumed = await positions.resume()
    assert resumed.stored[p] == (ms + 5, 0)
    assert resumed.begin[p] == (ms + 5 - MINUTE_MS, 0)
    assert not resumed.missed


@pytest.mark.real_server
async def test_commits_that_were_trimmed_unread_are_missed(
    log: RedisEventLog, client: StoreClient, positions: RedisPositions
) -> None:
    p, (ms, nth) = await stored(log, client)
    keys = [keyspace.feed(p), keyspace.trimmed(p)]
    await functions.call(client, "trim_feed", [*keys], f"{ms}-{nth + 1}")
    resumed = await positions.resume()
    assert resumed.missed
    assert resumed.begin[p] == (ms, nth)


async def test_lag_counts_what_a_reader_has_not_processed(
    log: RedisEventLog, client: StoreClient, positions: RedisPositions
) -> None:
    assert await lags(client, [WEBHOOKS]) == {WEBHOOKS: 0}
    moves = [await stored(log, client) for _ in range(5)]
    assert await lags(client, [WEBHOOKS]) == {WEBHOOKS: 5}
    reached = dict(moves)
    await positions.advance(Move(5, {p: (START, id_) for p, id_ in reached.items()}))
    assert await lags(client, [WEBHOOKS]) == {WEBHOOKS: 0}
