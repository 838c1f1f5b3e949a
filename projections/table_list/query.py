"""Queries of the list of tables: rows by table, and filtered and sorted pages of rows."""

from collections.abc import Iterable, Sequence

from msgspec import DecodeError, json

from application.ports.table_list import (
    NO_NOTICES,
    NoticesOfTables,
    StoredRow,
    TableListStore,
)
from domain.judging.row import Row
from domain.kernel.ids import PlayerId, TableId
from projections.table_list.filters import (
    EVERYTHING,
    Filters,
    begin,
    encode_position,
    index_after,
)
from projections.table_list.indexes import index, indexes, withheld_by

BATCH = 200  # rows that are read at once if few of the first were wanted
MOST_READ = 1_000  # rows for one page
_rows = json.Decoder(Row)


class TableList:
    def __init__(self, store: TableListStore) -> None:
        self.store = store

    async def save(
        self,
        rows: Iterable[Row],
        generation: str | None = None,
        notices: NoticesOfTables = NO_NOTICES,
    ) -> None:
        """Save rows; the notices of each table are published once, with its row."""
        await self.store.save([stored_row(row) for row in rows], generation, notices)

    async def find(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> dict[TableId, Row]:
        bodies = await self.store.find(tables, generation)
        return {row.id: row for row in map(decode_row, bodies) if row is not None}

    async def page(
        self, filters: Filters = EVERYTHING, cursor: str | None = None, limit: int = 50
    ) -> tuple[list[Row], str | None]:
        """Return rows, and the cursor of the next page if there may be one.

        Raises ValueError for a bad cursor. At most `MOST_READ` rows are read: if few of them are
        wanted, the page is not full, and the next one continues after them.
        """
        read_from, after = begin(filters, cursor)
        found: list[tuple[str, Row]] = []
        read, size = 0, limit + 1
        while True:
            page = await self.store.page(read_from, after, size, filters.sort == "oldest")
            read += len(page)
            for after, body in page:
                row = decode_row(body)
                if row is not None and filters.wants(row):
                    found.append((encode_position(filters, read_from, after), row))
            if len(found) > limit:
                return [row for _, row in found[:limit]], found[limit - 1][0]
            if len(page) < size:  # the index ends here
                following = index_after(filters, read_from)
                if following is None:
                    return [row for _, row in found], None
                read_from, after = following, None
            elif read >= MOST_READ:
                assert after is not None
                return [row for _, row in found], encode_position(filters, read_from, after)
            size = max(size, BATCH)

    async def of_bot(self, bot: PlayerId) -> Row | None:
        """Return the table of a bot, private or not; None if no bot with this id has a seat."""
        page = await self.store.page(index(player=bot), None, 1)
        row = decode_row(page[0][1]) if page else None
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
