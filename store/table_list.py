"""The rows of the list of tables with their indexes; rows are opaque here."""

from collections.abc import Iterable, Sequence

from application.ports.notices import NewNotice
from application.ports.table_list import (
    NO_NOTICES,
    NoticesOfTables,
    StoredRow,
    TableListStore,
    list_position,
)
from domain.kernel.ids import TableId
from store import keyspace
from store.client.connection import Argument
from store.lua import functions
from store.versions import MAX_BATCH, VersionedReadModel


class RedisTableListStore(VersionedReadModel, TableListStore):
    KEYS = keyspace.TABLE_LIST

    async def save(
        self,
        rows: Iterable[StoredRow],
        generation: str | None = None,
        notices: NoticesOfTables = NO_NOTICES,
    ) -> None:
        """Save each row with its indexes in one step, unless the same or a newer one is there.

        Without a generation: into the one that is served and into the one that is being built.
        """
        keys: list[Argument] = [self.KEYS.current, self.KEYS.next, keyspace.NOTICES]
        where = generation or ""
        calls = [
            functions.fcall("save_row", keys, where, *_arguments(row, notices.get(row.table, ())))
            for row in rows
        ]
        await functions.call_all(self._client, calls)

    async def find(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> list[bytes | None]:
        batches = [tables[n : n + MAX_BATCH] for n in range(0, len(tables), MAX_BATCH)]
        found = await functions.call_all(
            self._client, [self._fcall("find_rows", generation or "", *batch) for batch in batches]
        )
        return [body for batch in found for body in batch]

    async def begin(self) -> str:
        keys: list[Argument] = [
            *(self.KEYS.current, self.KEYS.next, self.KEYS.count),
            keyspace.ARCHIVED_VERSIONS,
        ]
        generation, abandoned = await functions.call(self._client, "begin_table_list", keys)
        if abandoned:
            await self.drop(abandoned.decode())
        return str(generation.decode())

    async def page(
        self, index: str, after: str | None, limit: int, oldest_first: bool = False
    ) -> list[tuple[str, bytes]]:
        order = "oldest" if oldest_first else "newest"
        names, bodies = await self._call("page", index, after or "", limit, order)
        pairs = zip(names, bodies, strict=True)
        return [(name.decode(), body or b"") for name, body in pairs]

    async def drop_rows(self, rows: Iterable[StoredRow]) -> None:
        """Drop the rows of archived tables; `Read-Version` does not become smaller."""
        keys: list[Argument] = [self.KEYS.current, self.KEYS.next, keyspace.ARCHIVED_VERSIONS]
        rows = list(rows)
        if not rows:
            return
        words = [word for row in rows for word in (row.table, list_position(row.order, row.table))]
        await functions.call(self._client, "drop_rows", keys, *words)

    async def count(self, index: str) -> int:
        return int(await self._call("count_index", index))

    async def promote(self, generation: str) -> bool:
        return bool(await self._call("promote_table_list", generation))


def _arguments(row: StoredRow, notices: Sequence[NewNotice]) -> tuple[Argument, ...]:
    words = [
        word for each in notices for word in (each.version, " ".join(each.subjects), each.body)
    ]
    position = list_position(row.order, row.table)
    return (row.table, row.version, position, row.body, len(notices), *words, *row.indexes)
