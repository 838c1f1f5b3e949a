"""Brings the list of tables up to date: folds commits into rows, and publishes notices."""

import asyncio
import logging
from collections.abc import Sequence

from application.ports.event_log import EventLog, OutcomeUnknown, StoreUnavailable
from application.ports.feeds import ConsumerGroup, FeedEntry
from application.ports.notices import NewNotice
from domain.judging.codec import decoded
from domain.judging.row import Row
from domain.kernel.ids import TableId
from projections.notices.fold import fold_notices
from projections.table_list.query import TableList

AT_ONCE = 20  # commits of each partition
BLOCK_MS = 1_000

log = logging.getLogger(__name__)


class Projector:
    def __init__(self, events: EventLog, table_list: TableList, group: ConsumerGroup) -> None:
        self._events = events
        self._table_list = table_list
        self._group = group

    async def step(self, block_ms: int = BLOCK_MS) -> int:
        """Take, fold, save, and only then acknowledge; what fails is handed out again later."""
        taken = await self._group.take(AT_ONCE, block_ms)
        if taken:
            failed = await self._project(taken)
            await self._group.ack([one for one in taken if one.table not in failed])
        return len(taken)

    async def _project(self, taken: Sequence[FeedEntry]) -> set[TableId]:
        """Bring the rows of these tables up to date; return the tables that failed."""
        newest: dict[TableId, int] = {}
        for one in taken:
            newest[one.table] = max(one.last_version, newest.get(one.table, 0))
        known = await self._table_list.find(list(newest))
        behind = [t for t, last in newest.items() if t not in known or known[t].version < last]
        folds = [self._folded(table, known.get(table)) for table in behind]
        results = await asyncio.gather(*folds, return_exceptions=True)
        folded = [result for result in results if not isinstance(result, BaseException)]
        # A new group gets commits of tables that were archived long ago; the archive lists them.
        folded = [each for each in folded if not self._events.is_archived(each[0].id)]
        notices = {row.id: new for row, new in folded}
        await self._table_list.save([row for row, _ in folded], notices=notices)
        failed = {
            t: why for t, why in zip(behind, results, strict=True) if isinstance(why, BaseException)
        }
        for table, why in failed.items():
            if isinstance(why, StoreUnavailable | OutcomeUnknown):
                raise why
            log.error("table %s: its row could not be updated", table, exc_info=why)
        return set(failed)

    async def _folded(self, table: TableId, before: Row | None) -> tuple[Row, list[NewNotice]]:
        since = await self._events.read(table, after=before.version if before else 0)
        row, notices = fold_notices(before, decoded(since))
        assert row is not None  # it is in the feed, so it has a history
        return row, notices
