"""Every table is found once, however many commits it has."""

import pytest

from store import keyspace, scan
from store.client.base import StoreClient
from store.scan import FeedScan

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]


async def test_every_table_is_found_once(
    client: StoreClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "PAGE", 3)
    tables = [f"t{n}" for n in range(20)]
    for first in (1, 2, 5):
        for table in tables:
            feed = keyspace.feed(keyspace.partition(table) % 2)
            await client.execute("XADD", feed, "*", "t", table, "f", first, "l", first)
    assert sorted([table async for table in FeedScan(client).tables()]) == sorted(tables)


async def test_an_empty_store_has_no_tables(client: StoreClient) -> None:
    assert [table async for table in FeedScan(client).tables()] == []
