"""Every table in the store is found once, however many commits it has."""

import pytest

from store.client.base import StoreClient
from store.tables.log import RedisEventLog
from store.tables.table_registry import RegistryScan
from tests.support.tables.commits import commit, table_id

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]


async def test_every_table_is_found_once(client: StoreClient, log: RedisEventLog) -> None:
    tables = [table_id() for _ in range(20)]
    for table in tables:
        await log.append(commit(table, 0))
        await log.append(commit(table, 1))
    assert sorted([table async for table in RegistryScan(client).tables()]) == sorted(tables)
    batches = [batch async for batch in RegistryScan(client).batches(8)]
    assert [len(batch) for batch in batches] == [8, 8, 4]


async def test_an_empty_store_has_no_tables(client: StoreClient) -> None:
    assert [table async for table in RegistryScan(client).tables()] == []
