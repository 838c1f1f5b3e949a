"""A list of tables of which there are only rows."""

from collections.abc import Iterable

import pytest

from domain.judging.rows.codec import encode_lasting, encode_moving
from domain.judging.rows.row import Row
from projections.table_list.query import TableList
from store import keyspace
from store.client.base import StoreClient
from store.lists.table_list import RedisTableListStore
from store.tables.log import RedisEventLog


class RowsOnly(TableList):
    """Also stores the rows where their tables would have them."""

    def __init__(self, client: StoreClient) -> None:
        super().__init__(RedisTableListStore(client), RedisEventLog(client))
        self._client = client

    async def save(self, rows: Iterable[Row], generation: str | None = None) -> None:
        rows = list(rows)
        for row in rows:
            parts = ("r", encode_lasting(row), "d", encode_moving(row))
            await self._client.execute("HSET", keyspace.meta(row.id), "v", row.version, *parts)
        await super().save(rows, generation)


@pytest.fixture
def table_list(client: StoreClient) -> TableList:
    return RowsOnly(client)
