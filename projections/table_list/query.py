"""Queries of the list of tables: filtered and sorted pages of rows."""

from collections.abc import Iterable, Sequence

from msgspec import json

from application.lib.lru import Lru
from application.ports.event_log import EventLog
from application.ports.table_list import StoredRow, TableListStore
from domain.judging.rows.codec import decode_archived_row
from domain.judging.rows.row import Row
from domain.kernel.ids import PlayerId, TableId
from projections.table_list.filters import (
    EVERYTHING,
    Filters,
    begin,
    encode_position,
    index_after,
)
from projections.table_list.indexes import index, indexes, withheld_by
from projections.table_list.listed import KeptRow

BATCH = 200  # rows that are read at once if few of the first were wanted
MOST_READ = 1_000  # rows for one page
MOST_KEPT = 1_024  # rows whose indexes and encoding are kept


class TableList:
    """The indexes give tables in order; their rows are read from the tables themselves."""

    def __init__(self, store: TableListStore, log: EventLog) -> None:
        self.store = store
        self._log = log
        self._kept: Lru[TableId, KeptRow] = Lru(MOST_KEPT)

    async def save(self, rows: Iterable[Row], generation: str | None = None) -> None:
        """Put tables into the indexes of their rows."""
        await self.store.save(map(listed_at, rows), generation)

    async def page(
        self, filters: Filters = EVERYTHING, cursor: str | None = None, limit: int = 50
    ) -> tuple[list[Row], str | None]:
        """Return rows, and the cursor of the next page if there may be one.

        Raises ValueError for a bad cursor. At most `MOST_READ` rows are read: if few of them are
        wanted, the page is not full, and the next one continues after them. A row that no longer
        belongs to the index is left out.
        """
        read_from, after = begin(filters, cursor)
        found: list[tuple[str, Row]] = []
        read, size = 0, limit + 1
        while True:
            page = await self._rows(read_from, after, size, filters.sort == "oldest")
            read += len(page)
            after = page[-1][0] if page else after
            found += [
                (encode_position(filters, read_from, position), row)
                for position, row in self._wanted(filters, read_from, page)
            ]
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

    def first_page(
        self, filters: Filters, limit: int, page: Sequence[tuple[str, Row | None]]
    ) -> tuple[list[Row], str | None] | None:
        """Return the same from the first `limit + 1` rows of the index, newest first.

        None: more must be read.
        """
        read_from, _ = begin(filters, None)
        found = self._wanted(filters, read_from, page)
        if len(found) > limit:
            return [row for _, row in found[:limit]], encode_position(
                filters, read_from, found[limit - 1][0]
            )
        return ([row for _, row in found], None) if len(page) <= limit else None

    def _wanted(
        self, filters: Filters, read_from: str, page: Iterable[tuple[str, Row | None]]
    ) -> list[tuple[str, Row]]:
        return [
            (position, row)
            for position, row in page
            if row is not None and filters.wants(row) and read_from in self.kept(row).indexes
        ]

    def kept(self, row: Row) -> KeptRow:
        """Return what was worked out of this row."""
        found = self._kept.used(row.id)
        if found is None or found.row is not row:
            self._kept.put(row.id, found := KeptRow(row))
        return found

    async def of_bot(self, bot: PlayerId) -> Row | None:
        """Return the table of a bot, private or not; None if no bot with this id has a seat."""
        page = await self._rows(index(player=bot), None, 1)
        row = page[0][1] if page else None
        seated = row is not None and any(row.players[seat] == bot for seat in row.bots)
        return row if seated else None

    async def withheld(self, player: PlayerId) -> int:
        """Return at how many tables this player did not reveal the sealed luck."""
        return await self.store.count(withheld_by(player))

    async def _rows(
        self, read_from: str, after: str | None, size: int, oldest_first: bool = False
    ) -> list[tuple[str, Row | None]]:
        page = await self.store.page(read_from, after, size, oldest_first)
        rows = {position: decode_archived_row(body) for position, body in page if body is not None}
        live = [position for position, _ in page if rows.get(position) is None]
        rows |= zip(live, await self._log.rows([table_at(each) for each in live]), strict=True)
        return [(position, rows[position]) for position, _ in page]


def table_at(position: str) -> TableId:
    return position.rpartition("|")[2]


def listed_at(row: Row) -> StoredRow:
    """Return where the list has a row that is stored with its table."""
    return StoredRow(row.id, row.version, row.opened_at, b"", indexes(row))


def archived_row(row: Row) -> StoredRow:
    """Return a row with its place in the lists, as the archive stores it."""
    return StoredRow(row.id, row.version, row.opened_at, json.encode(row), indexes(row))
