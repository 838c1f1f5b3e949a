"""The follower wakes tasks that wait for a table."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from application.ports.event_log import StoreUnavailable
from store.client.pipeline import PipelinedClient
from store.client.replies import ReplyLost
from store.feeds.follower import RedisFollower
from store.feeds.follower_base import FollowerBase
from store.opening.factory import open_follower
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE
from tests.support.stores.cluster import AnyServer
from tests.support.stores.servers import TcpServer
from tests.support.tables.commits import commit, table_id

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]


@pytest.fixture
async def follower(server: AnyServer, log: RedisEventLog) -> AsyncIterator[FollowerBase]:
    follower = open_follower(server.url, PATIENCE)
    follower.start()
    await follower.wait(table_id(), 0, 0.2)  # woken by the first connect
    yield follower
    await follower.aclose()


async def soon(log: RedisEventLog, table: str, version: int, seconds: float = 0.05) -> None:
    await asyncio.sleep(seconds)
    await log.append(commit(table, version))


async def test_a_commit_wakes_who_waits_for_its_table(
    log: RedisEventLog, follower: FollowerBase
) -> None:
    table, other = table_id(), table_id()
    await log.append(commit(table))
    waiting = asyncio.create_task(follower.wait(table, 1, 30))
    elsewhere = asyncio.create_task(follower.wait(other, 0, 0.3))
    async with asyncio.timeout(PATIENCE):
        await soon(log, table, 1)
        assert await waiting is True
    assert await elsewhere is False


async def test_many_who_wait_are_all_woken(log: RedisEventLog, follower: FollowerBase) -> None:
    table = table_id()
    await log.append(commit(table))
    waiting = [asyncio.create_task(follower.wait(table, 1, 30)) for _ in range(200)]
    async with asyncio.timeout(PATIENCE):
        await soon(log, table, 1)
        assert all(await asyncio.gather(*waiting))


async def test_a_commit_that_came_before_the_wait_is_not_missed(
    log: RedisEventLog, follower: FollowerBase
) -> None:
    table = table_id()
    await log.append(commit(table, 0, 3))
    async with asyncio.timeout(PATIENCE):
        assert await follower.wait(table, 2, 30) is True
    assert await follower.wait(table, 3, 0.1) is False


async def test_a_commit_that_is_already_known_does_not_wake(
    log: RedisEventLog, follower: FollowerBase
) -> None:
    table = table_id()
    await log.append(commit(table))
    waiting = asyncio.create_task(follower.wait(table, 2, 0.3))
    await soon(log, table, 1)
    assert await waiting is False


async def test_nobody_who_left_is_remembered(log: RedisEventLog, follower: FollowerBase) -> None:
    table = table_id()
    await follower.wait(table, 0, 0.01)
    gone = asyncio.create_task(follower.wait(table, 0, 30))
    await asyncio.sleep(0.02)  # most likely it waits by now
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    assert follower._waiters == {}


async def test_closing_wakes_everyone(server: AnyServer, log: RedisEventLog) -> None:
    follower = open_follower(server.url, PATIENCE)
    follower.start()
    await follower.wait(table_id(), 0, 0.1)
    waiting = asyncio.create_task(follower.wait(table_id(), 0, 30))
    await asyncio.sleep(0.05)  # most likely it waits by now
    await follower.aclose()
    async with asyncio.timeout(PATIENCE):
        await waiting


async def test_after_a_reconnect_it_goes_on_and_nothing_is_missed(own: TcpServer) -> None:
    follower, client = RedisFollower(own.url, PATIENCE), PipelinedClient(own.url, PATIENCE)
    log, table = RedisEventLog(client), table_id()
    follower.start()
    waiting = asyncio.create_task(follower.wait(table, 0, 30))
    await asyncio.sleep(0.05)  # most likely it waits by now
    own.kill()
    await asyncio.to_thread(own.start)
    try:
        async with asyncio.timeout(PATIENCE):
            await soon(log, table, 0)
            assert await waiting is True
    finally:
        await follower.aclose()
        await client.aclose()


async def test_nobody_is_woken_for_nothing(log: RedisEventLog, follower: FollowerBase) -> None:
    """Not even the first who waits after a while in which nobody did."""
    for _ in range(3):
        assert await follower.wait(table_id(), 0, 0.05) is False
        await asyncio.sleep(0.02)  # nobody waits


async def test_a_store_that_is_down_is_waited_for(tmp_path: Path) -> None:
    follower = RedisFollower(f"unix://{tmp_path}/nobody.sock", PATIENCE)
    follower.start()
    try:
        assert await follower.wait(table_id(), 0, 0.2) is False
    except (StoreUnavailable, ReplyLost):
        pytest.fail("a waiter need not know")
    await follower.aclose()
