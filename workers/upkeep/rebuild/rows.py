"""Folds the rows of tables from their histories."""

import asyncio
import logging
from collections.abc import Sequence

from application.ports.event_log import EventLog
from domain.judging.codec import decoded
from domain.judging.rows.row import Row, fold_row
from domain.judging.stored import Entry
from domain.kernel.ids import TableId
from projections.leaderboard.results import UNREADABLE

logger = logging.getLogger(__name__)


async def folded_rows(log: EventLog, tables: Sequence[TableId]) -> list[Row]:
    """Return the rows of these tables; those that cannot be read are left out."""
    histories = await asyncio.gather(*(log.read(table) for table in tables))
    folds = (folded_row(table, told) for table, told in zip(tables, histories, strict=True))
    return [row for row in folds if row is not None]


def folded_row(table: TableId, history: Sequence[Entry]) -> Row | None:
    """Return the row of a history; None if it cannot be read: it is reported as different."""
    try:
        return fold_row(None, decoded(history))
    except UNREADABLE:
        logger.exception("table %s: its row could not be rebuilt", table)
        return None
