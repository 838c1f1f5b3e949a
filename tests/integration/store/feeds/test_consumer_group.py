"""Consumer groups of the feeds: every commit is processed by one consumer."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

import pytest

from application.ports.event_log import StoreUnavailable
from application.ports.feeds import FeedEntry
from store.client.base import StoreClient
from store.client.factory import open_consumer_group
from store.feeds.consumer_group import ConsumerGroupBase, RedisConsumerGroup
from store.keyspace import partition
from store.log import RedisEventLog
from tests.support.network.dropping_proxy import DroppingProxy
from tests.support.servers.polling import PATIENCE, eventually
from tests.support.stores.cluster import AnyServer
from tests.support.stores.every_node import on_every_node
from tests.support.stores.late_read import read_late
from tests.support.tables.commits import commit, table_id

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]

Joining: TypeAlias = Callable[..., ConsumerGroupBase]


@pytest.fixture
async def join(server: AnyServer, log: RedisEventLog) -> AsyncIterator[Joining]:
    joined: list[ConsumerGroupBase] = []

    def join(consumer: str, idle_ms: int = 60_000) -> ConsumerGroupBase:
        joined.append(open_consumer_group(server.url, "projector", consumer, idle_ms))
        return joined[-1]

    yield join
    for group in joined:
        await group.aclose()


def tables(taken: list[FeedEntry]) -> list[str]:
    return sorted(one.table for one in taken)


async def test_a_group_begins_with_the_first_commit_ever(log: RedisEventLog, join: Joining) -> None:
    table = table_id()
    await log.append(commit(table, 0, 3))
    group = join("a")
    await group.start()
    [taken] = await group.take(10, 50)
    assert (taken.partition, taken.table, taken.last_version) == (partition(table), table, 3)


async def test_starting_again_keeps_the_place(log: RedisEventLog, join: Joining) -> None:
    await log.append(commit(table_id()))
    group = join("a")
    await group.start()
    await group.ack(await group.take(10, 50))
    await group.start()
    assert await group.take(10, 50) == []


async def test_taking_waits_for_a_commit(log: RedisEventLog, join: Joining) -> None:
    group, table = join("a"), table_id()
    await group.start()
    waiting = asyncio.create_task(group.take(10, 1000 * 2 * round(PATIENCE)))
    await asyncio.sleep(0)
    await log.append(commit(table))
    async with asyncio.timeout(PATIENCE):
        assert tables(await waiting) == [table]


async def test_each_commit_is_for_one_consumer(log: RedisEventLog, join: Joining) -> None:
    opened = [table_id() for _ in range(100)]
    await asyncio.gather(*[log.append(commit(table)) for table in opened])
    a, b = join("a"), join("b")
    await a.start()
    await b.start()
    taken = await a.take(1, 50)
    async with asyncio.timeout(PATIENCE):
        while len(taken) < len(opened):
            taken += await a.take(1, 50) + await b.take(100, 50)
    assert tables(taken) == sorted(opened)


async def test_what_a_dead_consumer_took_goes_to_another(log: RedisEventLog, join: Joining) -> None:
    dead, alive, table = join("dead"), join("alive", idle_ms=50), table_id()
    await dead.start()
    await alive.start()
    await log.append(commit(table))
    assert tables(await dead.take(10, 50)) == [table]
    assert tables(await eventually(lambda: alive.take(10, 50))) == [table]


async def test_what_came_to_nothing_is_handed_out_again(log: RedisEventLog, join: Joining) -> None:
    group, table = join("a"), table_id()
    await group.start()
    await log.append(commit(table))
    assert tables(await group.take(10, 50)) == [table]
    assert await group.take(10, 50) == []
    group.again()
    taken = await group.take(10, 50)
    assert tables(taken) == [table]
    await group.ack(taken)
    group.again()
    assert await group.take(10, 50) == []


async def test_a_consumer_that_comes_back_gets_what_it_held(
    log: RedisEventLog, join: Joining
) -> None:
    table = table_id()
    await log.append(commit(table))
    first = join("a")
    await first.start()
    assert tables(await first.take(10, 50)) == [table]
    again = join("a")
    await again.start()
    assert tables(await again.take(10, 50)) == [table]


async def test_what_a_cancelled_take_held_is_not_lost(log: RedisEventLog, join: Joining) -> None:
    group, table = join("a"), table_id()
    await group.start()
    waiting = asyncio.create_task(group.take(10, 3000))
    await asyncio.sleep(0.05)  # most likely it waits by now
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await log.append(commit(table))
    assert tables(await group.take(10, 500)) == [table]


async def test_what_was_handed_out_but_never_arrived_is_handed_out_again(
    proxy: DroppingProxy, log: RedisEventLog
) -> None:
    group, table = RedisConsumerGroup(proxy.url, "projector", "a"), table_id()
    await group.start()
    await group.take(10, 1)
    await log.append(commit(table))
    proxy.drop = 1
    with pytest.raises(StoreUnavailable):
        await group.take(10, 50)
    assert tables(await group.take(10, 50)) == [table]
    await group.aclose()


async def test_a_read_that_is_executed_after_its_reply_was_lost_is_handed_out_again(
    proxy: DroppingProxy, client: StoreClient, log: RedisEventLog
) -> None:
    """The store may still have a read in its buffers when the consumer looks for what it holds."""
    group, table = RedisConsumerGroup(proxy.url, "projector", "a", idle_ms=600_000), table_id()
    await group.start()
    await group.take(10, 1)
    proxy.drop = 1
    with pytest.raises(StoreUnavailable):
        await group.take(10, 1)
    assert await group.take(10, 1) == []  # it holds nothing yet
    await log.append(commit(table))
    await read_late(client, "projector", "a", table)
    assert tables(await eventually(lambda: group.take(10, 50))) == [table]
    await group.aclose()


async def test_lag_counts_what_is_not_acknowledged(log: RedisEventLog, join: Joining) -> None:
    group = join("a")
    assert await group.lag() == 0
    await group.start()
    for _ in range(5):
        await log.append(commit(table_id()))
    assert await group.lag() == 5
    taken: list[FeedEntry] = []
    async with asyncio.timeout(PATIENCE):
        while len(taken) < 5:
            taken += await group.take(10, 50)
    assert await group.lag() == 5
    await group.ack(taken)
    assert await group.lag() == 0


async def test_a_group_the_store_has_lost_is_made_again(
    client: StoreClient, log: RedisEventLog, join: Joining
) -> None:
    group, table = join("a"), table_id()
    await group.start()
    await on_every_node(client, "FLUSHALL")
    await log.append(commit(table))
    taken: list[FeedEntry] = []
    for _ in range(3):
        taken += (found := await group.take(10, 50))
        await group.ack(found)
    assert tables(taken) == [table]
