"""Rows of a read model with their indexes, in generations; knows nothing of what a row says."""

from collections.abc import Iterable, Sequence
from typing import Any

from application.ports.table_list import StoredRow, list_position
from domain.kernel.ids import TableId
from store.client.connection import Argument
from store.lua import functions
from store.versions import AT_ONCE, VersionedReadModel

CURRENT, NEXT = "{shelf}:current", "{shelf}:next"


class RedisTableListStore(VersionedReadModel):
    """Whatever is saved while a generation is being built is saved into it too."""

    TAG = "{shelf}"

    async def save(self, rows: Iterable[StoredRow], generation: str | None = None) -> None:
        """Each row and its index changes in one step, unless the same or a newer one is there.

        Without a generation: into the current one and into the one that is being built.
        """
        await self._ask_all([_call("save", generation or "", *_arguments(row)) for row in rows])

    async def find(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> list[bytes | None]:
        starts = range(0, len(tables), AT_ONCE)
        parts = await self._ask_all(
            [_call("find", generation or "", *tables[start : start + AT_ONCE]) for start in starts]
        )
        return [body for part in parts for body in part]

    async def page(self, index: str, after: str | None, limit: int) -> list[bytes]:
        """Up to `limit` rows in order, from the one after `after` (see `member`) on."""
        bodies = await self._ask("page", index, after or "", limit)
        return [body for body in bodies if body is not None]

    async def flip(self, generation: str) -> bool:
        """Make it the current one; no, if meanwhile another was begun."""
        return bool(await self._ask("flip", generation))

    async def _ask(self, name: str, *args: Argument) -> Any:
        return (await self._ask_all([_call(name, *args)]))[0]

    async def _ask_all(self, calls: list[list[Argument]]) -> list[Any]:
        return await functions.call_all(self._client, calls)


def _arguments(row: StoredRow) -> tuple[Argument, ...]:
    return (row.table, row.version, list_position(row.order, row.table), row.body, *row.indexes)


def _call(name: str, *args: Argument) -> list[Argument]:
    return functions.fcall(name, [CURRENT, NEXT], *args)
