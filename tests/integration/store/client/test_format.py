"""The record of the format: a store that has lost it is judged by its histories."""

import pytest

from application.table_cache import TableCache
from application.world import RealWorld
from store import keyspace
from store.client.format import OWN, OtherFormat, require_format
from store.client.pipeline import PipelinedClient
from store.tables.log import RedisEventLog
from tests.support.tables.party import started

pytestmark = pytest.mark.anyio


async def test_an_empty_store_gets_the_record(client: PipelinedClient) -> None:
    await client.execute("DEL", keyspace.FORMAT)
    await require_format(client)
    assert await client.execute("GET", keyspace.FORMAT) == OWN


async def test_a_store_that_lost_its_record_gets_it_again(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    table = (await started(TableCache(log, RealWorld()))).table
    await client.execute("DEL", keyspace.FORMAT, keyspace.meta(table))  # and a part of a table
    await require_format(client)
    assert await client.execute("GET", keyspace.FORMAT) == OWN


async def test_an_earlier_history_is_refused_and_nothing_written(client: PipelinedClient) -> None:
    key = keyspace.events("a" * 26)
    await client.execute("DEL", keyspace.FORMAT)
    await client.execute("XADD", key, "1-0", "e", "{}")
    with pytest.raises(OtherFormat, match="an earlier format"):
        await require_format(client)
    assert await client.execute("KEYS", "*") == [key.encode()]
