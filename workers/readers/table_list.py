"""Keeps the indexes of the list of tables up to date, and publishes notices to streams."""

import logging
from collections.abc import Sequence

from application.ports.event_log import EventLog
from application.ports.feeds import TABLE_LIST, Move
from domain.judging.rows.row import Row
from domain.kernel.ids import TableId
from projections.leaderboard.results import UNREADABLE
from projections.notices.render import rendered
from projections.table_list.query import TableList, listed_at
from workers.readers.reader import Noted

log = logging.getLogger(__name__)


class TableListReader:
    name: str = TABLE_LIST
    rebuild: str | None = "tables"

    def __init__(self, events: EventLog, table_list: TableList) -> None:
        self._events = events
        self._store = table_list.store

    async def take(self, commits: Sequence[Noted], move: Move) -> bool:
        """Write what has changed, in one step with the positions; most moves change nothing."""
        noted = [one for one in commits if one.notes.row or one.notes.notices]
        shown = [one.entry for one in commits if one.notes.is_public]
        if not (noted or shown):
            return False
        rows = await self._rows([one.entry.table for one in noted if one.notes.row])
        notices = [
            notice
            for one in noted
            for notice in rendered(one.entry.table, one.notes, rows.get(one.entry.table))
        ]
        # Archived tables are listed by the archive; a reader that begins gets commits of them, too.
        live = [row for table, row in rows.items() if not self._events.is_archived(table)]
        await self._store.save(map(listed_at, live), notices=notices, shown=shown, move=move)
        return True

    async def _rows(self, tables: Sequence[TableId]) -> dict[TableId, Row]:
        """Return the rows of tables as they are now; one that cannot be read is left out."""
        found = await readable_rows(self._events, list(dict.fromkeys(tables)))
        return {table: row for table, row in found.items() if row is not None}


async def readable_rows(events: EventLog, tables: Sequence[TableId]) -> dict[TableId, Row | None]:
    """Return the rows of tables; None for one that is gone or cannot be read."""
    try:
        return dict(zip(tables, await events.rows(tables), strict=True))
    except UNREADABLE:
        if len(tables) == 1:
            log.exception("table %s: its row cannot be read", tables[0])
            return {tables[0]: None}
    found: dict[TableId, Row | None] = {}
    for table in tables:
        found |= await readable_rows(events, [table])
    return found
