"""Deadlines: leases of tables that are due."""

import asyncio
import time

import pytest

from store.client.base import StoreClient
from store.opening.factory import open_client
from store.tables.deadlines import RedisDeadlines
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE
from tests.support.stores.cluster import AnyServer
from tests.support.stores.contents import on_every_node
from tests.support.tables.commits import commit, table_id

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]

NOW = 1_800_000_000_000


@pytest.fixture
def deadlines(client: StoreClient) -> RedisDeadlines:
    return RedisDeadlines(client)


async def due(log: RedisEventLog, *times: int) -> list[str]:
    tables = [table_id() for _ in times]
    await asyncio.gather(
        *[log.append(commit(t, due=ms)) for t, ms in zip(tables, times, strict=True)]
    )
    return tables


async def test_only_tables_whose_time_has_come_are_leased(
    log: RedisEventLog, deadlines: RedisDeadlines
) -> None:
    past, present, _future = await due(log, NOW - 1, NOW, NOW + 1)
    assert set(await deadlines.lease(NOW, 10, 1000)) == {past, present}


async def test_a_leased_table_comes_back_when_the_lease_is_over(
    log: RedisEventLog, deadlines: RedisDeadlines
) -> None:
    [table] = await due(log, NOW)
    assert await deadlines.lease(NOW, 10, 1000) == [table]
    assert await deadlines.lease(NOW + 999, 10, 1000) == []
    assert await deadlines.lease(NOW + 1000, 10, 1000) == [table]


async def test_a_commit_ends_the_lease(log: RedisEventLog, deadlines: RedisDeadlines) -> None:
    [table] = await due(log, NOW)
    await deadlines.lease(NOW, 10, 1000)
    await log.append(commit(table, 1))
    assert await deadlines.lease(NOW + 5000, 10, 1000) == []


async def test_the_longest_overdue_come_first(
    log: RedisEventLog, deadlines: RedisDeadlines
) -> None:
    tables = await due(log, *[NOW - n for n in range(30)])
    assert set(await deadlines.lease(NOW, 10, 1000)) == set(tables[-10:])
    assert set(await deadlines.lease(NOW, 100, 1000)) == set(tables[:-10])


async def test_no_two_sweepers_lease_the_same_table(
    server: AnyServer, log: RedisEventLog, deadlines: RedisDeadlines
) -> None:
    tables = await due(log, *[NOW] * 200)
    clients = [open_client(server.url, PATIENCE) for _ in range(4)]
    sweeps = await asyncio.gather(*[RedisDeadlines(p).lease(NOW, 200, 1000) for p in clients])
    leased = [table for sweep in sweeps for table in sweep]
    assert sorted(leased) == sorted(tables)
    for p in clients:
        await p.aclose()


async def test_the_clock_is_the_stores(log: RedisEventLog, deadlines: RedisDeadlines) -> None:
    now = int(time.time() * 1000)
    past, _future = await due(log, now - 2000, now + 60_000)
    assert 1.9 < (await deadlines.lateness() or 0) < 10
    assert await deadlines.lease(None, 10, 1000) == [past]
    assert await deadlines.lateness() is None


async def test_a_sweep_brings_the_functions_along(
    client: StoreClient, deadlines: RedisDeadlines
) -> None:
    await on_every_node(client, "FUNCTION", "FLUSH")
    assert await deadlines.lease() == []
