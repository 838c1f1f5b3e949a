"""Every table in the store, found through the registry that each append keeps."""

from collections.abc import AsyncIterator

from domain.kernel.ids import TableId
from store.client.base import StoreClient
from store.keyspace import REGISTRIES


class RegistryScan:
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def tables(self) -> AsyncIterator[TableId]:
        """Yield every table once."""
        for registry in REGISTRIES:
            for table in sorted(await self._client.execute("SMEMBERS", registry)):
                yield table.decode()

    async def batches(self, size: int) -> AsyncIterator[list[TableId]]:
        """Yield every table once, `size` at a time."""
        batch: list[TableId] = []
        async for table in self.tables():
            batch.append(table)
            if len(batch) == size:
                yield batch
                batch = []
        if batch:
            yield batch
