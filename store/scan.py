"""Every table in the store, found through the registry that each append keeps."""

from collections.abc import AsyncIterator

from application.ports.scan import TableScan
from domain.kernel.ids import TableId
from store.client.base import StoreClient
from store.keyspace import REGISTRIES


class RegistryScan(TableScan):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def tables(self) -> AsyncIterator[TableId]:
        for registry in REGISTRIES:
            for table in sorted(await self._client.execute("SMEMBERS", registry)):
                yield table.decode()

    async def batches(self, size: int) -> AsyncIterator[list[TableId]]:
        batch: list[TableId] = []
        async for table in self.tables():
            batch.append(table)
            if len(batch) == size:
                yield batch
                batch = []
        if batch:
            yield batch
