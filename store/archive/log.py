"""The event log with its archive: a table that has left the store is read from its segment."""

from collections.abc import Sequence

from application.ports.event_log import BrokenTable
from domain.judging.rows.row import Row, decode_archived_row
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import TableId
from store import keyspace
from store.archive.archive import Archive
from store.client.base import StoreClient
from store.client.connection import Argument
from store.heartbeat import RedisHeartbeat
from store.tables.log import RedisEventLog


class ArchivedLog(RedisEventLog):
    def __init__(
        self,
        client: StoreClient,
        heartbeat: RedisHeartbeat,
        archive: Archive,
        writer: StoreClient | None = None,
    ) -> None:
        super().__init__(client, heartbeat, writer)
        self._archive = archive

    async def load(self, table: TableId, after: int = 0) -> Stored | None:
        """Return the table; it may leave the store while it is read."""
        try:
            found = await super().load(table, after)
        except BrokenTable:
            found = await self._archived(table, after)
            if found is None:
                raise
        return found if found is not None else await self._archived(table, after)

    def is_archived(self, table: TableId) -> bool:
        return self._archive.indexed(table) is not None

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        """Return a page; an empty one is only believed if the table has not left the store."""
        if limit is not None and limit <= 0:
            return ()
        command = self._range(table, after, limit)
        found, gone = await self._client.execute_all([command, _tombstone(table)])
        if found or gone is None:
            return self._decoded(found, after, limit)
        return await self._archive.read(table, gone, after, limit)

    async def rows(self, tables: Sequence[TableId]) -> list[Row | None]:
        found = await super().rows(tables)
        for n, table in enumerate(tables):
            if found[n] is None and (archived := await self._archive.known(table)) is not None:
                found[n] = decode_archived_row(archived.row.body)
        return found

    async def head(self, table: TableId) -> tuple[int, bytes] | None:
        found = await super().head(table)
        if found is None and (archived := await self._archive.known(table)) is not None:
            return archived.version, archived.head
        return found

    async def _archived(self, table: TableId, after: int) -> Stored | None:
        gone = await self._client.execute(*_tombstone(table))
        stored = None if gone is None else await self._archive.load(table, gone)
        if stored is None or not after:
            return stored
        since = tuple(each for each in stored.entries if each.last > after)
        return Stored(stored.seed, stored.version, stored.head, since)


def _tombstone(table: TableId) -> tuple[Argument, ...]:
    return ("HGET", keyspace.gone(keyspace.partition(table)), table)
