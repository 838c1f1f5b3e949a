"""Every change of a table reaches its row, even if a projector dies."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from application.ports.feeds import TABLE_LIST as GROUP
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.row import fold_row
from projections.table_list.query import TableList
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.feeds.consumer_group import RedisConsumerGroup
from store.log import RedisEventLog
from tests.support.servers.polling import PATIENCE, eventually
from tests.support.stores.read_models import table_list_on
from tests.support.stores.servers import running
from tests.support.tables.party import Party, seated, started
from workers.composition.projector import projector_process
from workers.projector import Projector

pytestmark = pytest.mark.anyio

Joins: TypeAlias = Callable[..., RedisConsumerGroup]


@pytest.fixture
async def joins(server: EmbeddedServer, client: PipelinedClient) -> AsyncIterator[Joins]:
    """Members of the projector's group, by name."""
    members: list[RedisConsumerGroup] = []

    def join(name: str, idle_ms: int = 600_000) -> RedisConsumerGroup:
        members.append(RedisConsumerGroup(server.url, GROUP, name, idle_ms))
        return members[-1]

    yield join
    for list_position in members:
        await list_position.aclose()


async def drain(projector: Projector) -> None:
    """Until there is nothing more to do (the first time, the group is made)."""
    await projector.step(block_ms=1)
    while await projector.step(block_ms=1):
        pass


async def is_up_to_date(table_list: TableList, party: Party) -> bool:
    found = await table_list.find([party.table])
    return found.get(party.table) == fold_row(None, await party.history())


async def test_a_row_follows_its_table_from_opening_to_end(
    log: RedisEventLog, tables: TableCache, table_list: TableList, joins: Joins
) -> None:
    projector = Projector(log, table_list, joins("one"))
    party = await seated(tables)
    await drain(projector)
    assert await is_up_to_date(table_list, party)
    party = await started(tables)
    await drain(projector)
    assert await is_up_to_date(table_list, party)
    await party.finish()
    await drain(projector)
    assert await is_up_to_date(table_list, party)
    assert (await table_list.find([party.table]))[party.table].status == "finished"


async def test_the_same_commits_again_change_nothing(
    server: EmbeddedServer,
    log: RedisEventLog,
    tables: TableCache,
    table_list: TableList,
    joins: Joins,
) -> None:
    party = await started(tables)
    await party.play_on(3)
    await drain(Projector(log, table_list, joins("one")))
    before = await table_list.find([party.table])
    another = RedisConsumerGroup(server.url, "from the beginning", "one")
    await drain(Projector(log, table_list, another))
    await another.aclose()
    assert await table_list.find([party.table]) == before
    assert await is_up_to_date(table_list, party)


async def test_what_a_dead_projector_had_taken_is_done_by_another(
    log: RedisEventLog, tables: TableCache, table_list: TableList, joins: Joins
) -> None:
    party = await started(tables)
    dead = joins("dead")
    await dead.start()
    assert await dead.take(50, 10)
    await drain(Projector(log, table_list, joins("too early")))
    assert not await is_up_to_date(table_list, party)
    projector = Projector(log, table_list, joins("alive", idle_ms=100))
    async with asyncio.timeout(PATIENCE):
        while await dead.lag():
            await projector.step(block_ms=50)
    assert await is_up_to_date(table_list, party)


async def test_what_it_had_taken_itself_before_it_died_is_done_after_its_restart(
    log: RedisEventLog, tables: TableCache, table_list: TableList, joins: Joins
) -> None:
    party = await started(tables)
    before = joins("one")
    await before.start()
    assert await before.take(50, 10)
    await drain(Projector(log, table_list, joins("one")))
    assert await is_up_to_date(table_list, party)


async def test_a_commit_without_a_history_does_not_stop_the_others(
    client: PipelinedClient,
    log: RedisEventLog,
    tables: TableCache,
    table_list: TableList,
    joins: Joins,
) -> None:
    await client.execute("XADD", keyspace.feed(0), "*", "t", "x" * 26, "f", 1, "l", 3)
    party = await started(tables)
    group = joins("one")
    await drain(Projector(log, table_list, group))
    assert await is_up_to_date(table_list, party)
    assert await group.lag() == 1  # it stays, to be tried again


async def test_a_projector_lives_through_an_outage_of_the_store(tmp_path: Path) -> None:
    with running("valkey", tmp_path, fsync="always") as server:
        task = asyncio.create_task(projector_process(Settings(redis_url=server.url), "one"))
        client = PipelinedClient(server.url)
        tables = TableCache(RedisEventLog(client), RealWorld())
        party = await started(tables)
        await _until_up_to_date(table_list_on(client), party)
        server.stop()
        await asyncio.sleep(0.3)  # an outage
        server.start()
        await party.play_on(2)
        await _until_up_to_date(table_list_on(client), party)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await client.aclose()


async def _until_up_to_date(table_list: TableList, party: Party) -> None:
    await eventually(lambda: is_up_to_date(table_list, party))
