"""Every commit reaches list, leaderboards and webhooks once, whatever ends or is lost meanwhile."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from application.ports.feeds import READERS, TABLE_LIST, WEBHOOKS
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.rows.row import fold_row
from projections.table_list.filters import Filters
from projections.table_list.indexes import indexes
from projections.table_list.query import TableList
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.feeds.positions import RedisPositions, lags
from store.lists import list_keys
from store.lists.notices import RedisNotices
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.archiving import table_list_on
from tests.support.stores.feed_reading import catch_up, read_feeds, reading
from tests.support.stores.servers import running
from tests.support.tables.party import Party, finished, seated, started
from workers.composition.loops import run_alone
from workers.composition.projector import projector_loop
from workers.readers import reader

pytestmark = pytest.mark.anyio


async def is_up_to_date(table_list: TableList, party: Party) -> bool:
    """Return whether the list shows the table as its history says, and has it in its indexes."""
    row = fold_row(None, await party.history())
    assert row is not None
    [place] = await table_list.store.places([party.table])
    listed = (await table_list.page(Filters(player=party.players[0], asker=party.players[0])))[0]
    names = [] if place is None else place.decode().split(" ")[1:]
    return row in listed and names == list(indexes(row))


async def notices_of(client: PipelinedClient) -> int:
    return len(await RedisNotices(client).after("0-0", 1_000))


async def test_the_list_follows_a_table_from_opening_to_end(
    server: EmbeddedServer, tables: TableCache, table_list: TableList
) -> None:
    async with reading(server.url) as loop:
        for party in (await seated(tables), await started(tables), await finished(tables)):
            await catch_up(loop)
            assert await is_up_to_date(table_list, party)


async def test_moves_change_a_row_but_no_index(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    party = await started(tables)
    await read_feeds(server.url)
    [before] = await table_list.store.places([party.table])
    await party.play_on(3)
    await read_feeds(server.url)
    assert await table_list.store.places([party.table]) == [before]
    assert await is_up_to_date(table_list, party)
    assert await lags(client, READERS) == dict.fromkeys(READERS, 0)


async def test_two_readers_at_once_publish_every_notice_once(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    parties = [await started(tables) for _ in range(3)]
    await read_feeds(server.url)
    alone = await notices_of(client)
    async with reading(server.url) as one, reading(server.url) as other:
        again = [await started(tables) for _ in range(3)]
        await asyncio.gather(catch_up(one), catch_up(other))
        await asyncio.gather(catch_up(one), catch_up(other))
    assert await notices_of(client) == 2 * alone
    for party in (*parties, *again):
        assert await is_up_to_date(table_list, party)


async def test_a_loop_whose_readers_were_all_overtaken_lets_other_tasks_run(
    server: EmbeddedServer, tables: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had nobody to read for until they tried again, and took the process for itself."""
    monkeypatch.setattr(reader, "RETRY_SECONDS", 0.2)
    async with reading(server.url) as slow, reading(server.url) as fast:
        await catch_up(slow)
        await started(tables)
        await catch_up(fast)
        await slow.step(block_ms=1)
        await slow.flush()
        other = asyncio.create_task(asyncio.sleep(0))
        assert await slow.step(block_ms=1) == 0
        assert other.done()


async def test_a_reader_that_ends_is_continued_at_its_stored_position(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    party = await started(tables)
    async with reading(server.url) as ended:
        await ended.step(block_ms=1)  # its positions may not be stored
    once = await notices_of(client)
    await read_feeds(server.url)
    assert await notices_of(client) == once
    assert await is_up_to_date(table_list, party)


async def test_an_entry_that_a_fail_over_has_lost_makes_it_go_back(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    """What was stored after the fail-over may have a smaller id than what was lost."""
    party = await started(tables)
    await read_feeds(server.url)
    p = keyspace.partition(party.table)
    [(id_, _)] = await client.execute("XREVRANGE", keyspace.feed(p), "+", "-", "COUNT", 1)
    lost = f"{int(id_.partition(b'-')[0]) + 1_000}-0".encode()
    await client.execute("HSET", keyspace.positions(TABLE_LIST), p, lost)
    await client.execute("ZREM", list_keys.TABLE_LIST.index("a", "all"), "x")
    await client.execute("HDEL", list_keys.TABLE_LIST.places("a"), party.table)
    await read_feeds(server.url)
    assert await is_up_to_date(table_list, party)
    assert (await RedisPositions(client, TABLE_LIST).read())[p] < (int(lost.partition(b"-")[0]), 0)


async def test_a_reader_that_is_far_behind_delays_no_other(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    """It reads with a tail of its own until it has caught up."""
    party = await started(tables)
    await read_feeds(server.url)
    await client.execute("DEL", keyspace.positions(WEBHOOKS))
    before = (await lags(client, [WEBHOOKS]))[WEBHOOKS]
    await party.leave()
    async with reading(server.url) as loop:
        await loop.step(block_ms=1)
        assert await is_up_to_date(table_list, party)
        await catch_up(loop)
    assert before > 0
    assert await lags(client, READERS) == dict.fromkeys(READERS, 0)


async def test_a_commit_of_a_table_that_is_gone_stops_no_other(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    fields = ("t", "x" * 26, "f", 1, "l", 3, "n", "[2]")
    await client.execute("XADD", keyspace.feed(0), "*", *fields)
    party = await started(tables)
    await read_feeds(server.url)
    assert await is_up_to_date(table_list, party)


async def test_a_projector_lives_through_an_outage_of_the_store(tmp_path: Path) -> None:
    with running("valkey", tmp_path, fsync="always") as server:
        task = asyncio.create_task(
            run_alone(projector_loop, Settings(redis_url=server.url, store_seconds=PATIENCE), "one")
        )
        client = PipelinedClient(server.url, PATIENCE)
        tables = TableCache(RedisEventLog(client), RealWorld())
        party = await started(tables)
        await _until_up_to_date(table_list_on(client), party)
        server.stop()
        await asyncio.sleep(0.3)  # an outage
        server.start()
        await party.finish()
        await _until_up_to_date(table_list_on(client), party)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await client.aclose()


async def _until_up_to_date(table_list: TableList, party: Party) -> None:
    await eventually(lambda: is_up_to_date(table_list, party))
