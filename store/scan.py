"""Every table in the store, found through the registry that each append keeps."""

from collections.abc import AsyncIterator, Sequence

from application.ports.scan import TableScan
from domain.kernel.ids import TableId
from store.client.base import StoreClient
from store.keyspace import REGISTRIES, events


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

    async def last_events(self, tables: Sequence[TableId]) -> list[bytes]:
        commands = [("XREVRANGE", events(table), "+", "-", "COUNT", 1) for table in tables]
        found = await self._client.execute_all(commands)
        return [entries[0][1][1] if entries else b"" for entries in found]
