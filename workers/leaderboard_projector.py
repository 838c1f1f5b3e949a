"""Brings the leaderboards up to date: orders every finished table once, then folds the boards."""

import asyncio
from collections.abc import Sequence

from application.ports.event_log import EventLog
from application.ports.feeds import ConsumerGroup, FeedEntry
from domain.kernel.ids import TableId
from projections.leaderboard.folding import LeaderboardFold
from projections.leaderboard.results import closes

AT_ONCE = 20  # commits of each partition
BLOCK_MS = 1_000


class LeaderboardProjector:
    def __init__(self, events: EventLog, boards: LeaderboardFold, group: ConsumerGroup) -> None:
        self._events = events
        self._boards = boards
        self._group = group

    async def step(self, block_ms: int = BLOCK_MS) -> int:
        """Order what has finished, acknowledge it, and fold on; all of it may be repeated.

        Folding does not depend on these entries: it continues where any process has stopped.
        """
        taken = await self._group.take(AT_ONCE, block_ms)
        ended = await self._ended(taken)
        if ended:
            await self._boards.store.order(ended)
        if taken:
            await self._group.ack(taken)
        while await self._boards.fold_on():
            pass
        return len(taken)

    async def _ended(self, taken: Sequence[FeedEntry]) -> list[TableId]:
        """Return the tables that these commits have ended, in the order of the commits.

        Archived tables have kept their places, and a new group gets commits of them, too.
        """
        in_order = sorted(taken, key=lambda one: (_moment(one.entry_id), one.table))
        reads = [self._events.read(t.table, after=t.last_version - 1, limit=1) for t in in_order]
        last = await asyncio.gather(*reads)
        return [
            one.table
            for one, entries in zip(in_order, last, strict=True)
            if entries and closes(entries[0].event) and not self._events.is_archived(one.table)
        ]


def _moment(entry_id: bytes) -> tuple[int, int]:
    ms, _, nth = entry_id.partition(b"-")
    return int(ms), int(nth)
