"""A commit whose reply was lost is looked up, never repeated."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from application.ports.event_log import (
    Appended,
    Duplicate,
    OutcomeUnknown,
    StoreUnavailable,
)
from application.setting_fields import STORE_SECONDS as SECONDS
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.lua import functions
from store.tables.log import RedisEventLog
from tests.support.network.dropping_proxy import DroppingProxy
from tests.support.servers.processes import PATIENCE
from tests.support.tables.commits import commit, head, table_id

pytestmark = pytest.mark.anyio


@pytest.fixture
async def cut_off(proxy: DroppingProxy) -> AsyncIterator[RedisEventLog]:
    """A log behind the proxy."""
    client = PipelinedClient(proxy.url, PATIENCE)
    log = RedisEventLog(client)
    await log.install_functions()
    yield log
    await client.aclose()


@pytest.fixture
async def hasty(proxy: DroppingProxy) -> AsyncIterator[RedisEventLog]:
    """The same, with no more patience than a server has by default."""
    client = PipelinedClient(proxy.url, SECONDS)
    log = RedisEventLog(client)
    await log.install_functions()
    yield log
    await client.aclose()


async def test_a_lost_answer_resolves_to_a_duplicate(
    proxy: DroppingProxy, cut_off: RedisEventLog, log: RedisEventLog
) -> None:
    table = table_id()
    proxy.drop = 1
    assert await cut_off.append(commit(table, 0, 2)) == Duplicate(1, 2, head(table, 2))
    assert proxy.dropped == 1
    assert [entry.last for entry in await log.read(table)] == [2]


async def test_several_lost_answers_still_resolve(
    proxy: DroppingProxy, cut_off: RedisEventLog, log: RedisEventLog
) -> None:
    table = table_id()
    await log.append(commit(table))
    proxy.drop = 3
    assert await cut_off.append(commit(table, 1)) == Duplicate(2, 2, head(table, 2))
    assert len(await log.read(table)) == 2


async def test_concurrent_commits_in_one_lost_batch_are_each_applied_once(
    proxy: DroppingProxy, cut_off: RedisEventLog, log: RedisEventLog
) -> None:
    tables = [table_id() for _ in range(20)]
    proxy.drop = 1
    replies = await asyncio.gather(*[cut_off.append(commit(table)) for table in tables])
    assert replies == [Duplicate(1, 1, head(table, 1)) for table in tables]
    for table in tables:
        assert len(await log.read(table)) == 1


async def test_a_reply_lost_for_good_is_an_unknown_outcome(
    proxy: DroppingProxy, hasty: RedisEventLog, cut_off: RedisEventLog
) -> None:
    table = table_id()
    sent = commit(table)
    proxy.drop = 1_000_000
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(OutcomeUnknown):
            await hasty.append(sent)
    proxy.drop = 0
    assert await cut_off.append(sent) == Duplicate(1, 1, head(table, 1))


async def test_a_hung_server_is_an_unknown_outcome(
    server: EmbeddedServer, hasty: RedisEventLog, log: RedisEventLog
) -> None:
    table = table_id()
    sent = commit(table)
    assert server.pid is not None
    os.kill(server.pid, signal.SIGSTOP)
    try:
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(OutcomeUnknown):
                await hasty.append(sent)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(StoreUnavailable):
                await hasty.read(table)
    finally:
        os.kill(server.pid, signal.SIGCONT)
    assert await log.append(sent) in (Appended(1, 1), Duplicate(1, 1, head(table, 1)))
    assert len(await log.read(table)) == 1


async def test_nothing_sent_means_unavailable_at_once(tmp_path: Path) -> None:
    client = PipelinedClient(f"unix://{tmp_path}/nobody.sock", PATIENCE)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(StoreUnavailable):
            await RedisEventLog(client).append(commit(table_id()))
        with pytest.raises(StoreUnavailable):
            await RedisEventLog(client).load(table_id())
    await client.aclose()


async def test_a_server_without_the_function_is_given_it(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    await client.send_once("FUNCTION", "FLUSH")
    assert await log.append(commit(table_id())) == Appended(1, 1)


async def test_many_find_the_function_missing_at_once(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    await client.send_once("FUNCTION", "FLUSH")
    replies = await asyncio.gather(*[log.append(commit(table_id())) for _ in range(10)])
    assert replies == [Appended(1, 1)] * 10


async def test_another_version_of_the_functions_is_left_alone(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    other = functions.LIBRARIES[0].replace("ludotheque_", "ludotheque_older_")
    await client.send_once("FUNCTION", "LOAD", "REPLACE", other)
    await log.install_functions()
    libraries = await client.send_once("FUNCTION", "LIST")
    assert len(libraries) == len(functions.LIBRARIES) + 1
    await client.send_once("FUNCTION", "FLUSH")
    await log.install_functions()
