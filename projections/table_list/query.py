"""The shelf as it is kept: rows by table, and pages of them for lists, newest first."""

import re
from collections.abc import Iterable, Sequence

from msgspec import DecodeError, json

from application.ports.table_list import StoredRow, TableListStore, list_position
from domain.kernel.ids import ID_PATTERN, PlayerId, TableId
from projections.cursor import place_of, token
from projections.table_list.row import Row, index, indexes, listed

MEMBER = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\|" + ID_PATTERN, re.ASCII)
_rows = json.Decoder(Row)


class TableList:
    def __init__(self, store: TableListStore) -> None:
        self.store = store

    async def save(self, rows: Iterable[Row], generation: str | None = None) -> None:
        await self.store.save([_shelved(row) for row in rows], generation)

    async def find(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> dict[TableId, Row]:
        bodies = await self.store.find(tables, generation)
        return {row.id: row for row in map(read, bodies) if row is not None}

    async def page(
        self,
        game: str | None = None,
        status: str | None = None,
        player: PlayerId | None = None,
        cursor: str | None = None,
        limit: int = 50,
        asker: PlayerId | None = None,
    ) -> tuple[list[Row], str | None]:
        """Rows, and the cursor of the next page if there is one; ValueError for a bad cursor.

        Private tables are shown only to a player who asks for his own.
        """

        def wanted(row: Row) -> bool:
            shown = listed(row) or (player is not None and player == asker)
            return shown and game in (None, row.game) and status in (None, row.status)

        after = None if cursor is None else place_of(cursor, MEMBER)
        found: list[Row] = []
        while len(found) <= limit:
            bodies = await self.store.page(index(game, status, player), after, limit + 1)
            rows = [row for row in map(read, bodies) if row is not None]
            found += filter(wanted, rows)
            if len(bodies) <= limit or not rows:
                break
            after = list_position(rows[-1].opened_at, rows[-1].id)
        return found[:limit], _cursor(found[limit - 1]) if len(found) > limit else None


def read(body: bytes | None) -> Row | None:
    """A row as it was saved; none if it was saved by another version that told it otherwise."""
    try:
        return None if body is None else _rows.decode(body)
    except DecodeError:
        return None


def _shelved(row: Row) -> StoredRow:
    return StoredRow(row.id, row.version, row.opened_at, json.encode(row), indexes(row))


def _cursor(row: Row) -> str:
    return token(list_position(row.opened_at, row.id))
