"""Queries of the list of tables: rows by table, and pages of rows, newest first."""

import re
from collections.abc import Iterable, Sequence

from msgspec import DecodeError, json

from application.ports.table_list import StoredRow, TableListStore, list_position
from domain.kernel.ids import ID_PATTERN, PlayerId, TableId
from projections.cursor import decode_cursor, encode_cursor
from projections.table_list.row import Row, index, indexes, is_public, withheld_by

POSITION = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\|" + ID_PATTERN, re.ASCII)
_rows = json.Decoder(Row)


class TableList:
    def __init__(self, store: TableListStore) -> None:
        self.store = store

    async def save(self, rows: Iterable[Row], generation: str | None = None) -> None:
        await self.store.save([stored_row(row) for row in rows], generation)

    async def find(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> dict[TableId, Row]:
        bodies = await self.store.find(tables, generation)
        return {row.id: row for row in map(decode_row, bodies) if row is not None}

    async def page(
        self,
        game: str | None = None,
        status: str | None = None,
        player: PlayerId | None = None,
        cursor: str | None = None,
        limit: int = 50,
        asker: PlayerId | None = None,
    ) -> tuple[list[Row], str | None]:
        """Return rows, and the cursor of the next page if there is one.

        Raises ValueError for a bad cursor. A player's private tables are listed for that player
        only.
        """

        def wanted(row: Row) -> bool:
            shown = is_public(row) or (player is not None and player == asker)
            return shown and game in (None, row.game) and status in (None, row.status)

        after = None if cursor is None else decode_cursor(cursor, POSITION)
        found: list[Row] = []
        while len(found) <= limit:
            bodies = await self.store.page(index(game, status, player), after, limit + 1)
            rows = [row for row in map(decode_row, bodies) if row is not None]
            found += filter(wanted, rows)
            if len(bodies) <= limit or not rows:
                break
            after = list_position(rows[-1].opened_at, rows[-1].id)
        return found[:limit], _cursor(found[limit - 1]) if len(found) > limit else None

    async def of_bot(self, bot: PlayerId) -> Row | None:
        """Return the table of a bot, private or not; None if no bot with this id has a seat."""
        bodies = await self.store.page(index(player=bot), None, 1)
        row = decode_row(bodies[0]) if bodies else None
        seated = row is not None and any(row.players[seat] == bot for seat in row.bots)
        return row if seated else None

    async def withheld(self, player: PlayerId) -> int:
        """Return at how many tables this player did not reveal the sealed luck."""
        return await self.store.count(withheld_by(player))


def decode_row(body: bytes | None) -> Row | None:
    """Decode a saved row; None if another version saved it in another form."""
    try:
        return None if body is None else _rows.decode(body)
    except DecodeError:
        return None


def encode_row(row: Row) -> bytes:
    """Return a row as it is saved."""
    return json.encode(row)


def stored_row(row: Row) -> StoredRow:
    """Return a row with its place in the lists, as it is saved."""
    return StoredRow(row.id, row.version, row.opened_at, encode_row(row), indexes(row))


def _cursor(row: Row) -> str:
    return encode_cursor(list_position(row.opened_at, row.id))
