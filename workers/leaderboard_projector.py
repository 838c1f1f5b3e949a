"""The ranker: every finished table gets its place in the order once, then the boards follow."""

import asyncio
from collections.abc import Sequence

from application.ports.event_log import EventLog
from application.ports.feeds import RANKING, FeedEntry
from domain.kernel.ids import TableId
from projections.leaderboard.folding import Ranking
from projections.leaderboard.results import closes
from store.feeds.consumer_group import AnyFeedGroup

GROUP = RANKING
AT_ONCE = 20  # commits of each partition
BLOCK_MS = 1_000


class Ranker:
    def __init__(self, events: EventLog, ranking: Ranking, group: AnyFeedGroup) -> None:
        self._events = events
        self._ranking = ranking
        self._group = group

    async def step(self, block_ms: int = BLOCK_MS) -> int:
        """Put what has finished in order, acknowledge it, and fold on; all of it may be repeated.

        Folding does not depend on what was taken: it goes on wherever anybody has stopped.
        """
        taken = await self._group.take(AT_ONCE, block_ms)
        ended = await self._ended(taken)
        if ended:
            await self._ranking.store.order(ended)
        if taken:
            await self._group.ack(taken)
        while await self._ranking.fold_on():
            pass
        return len(taken)

    async def _ended(self, taken: Sequence[FeedEntry]) -> list[TableId]:
        """A table ends with the last event of a commit; the order is that of the commits' ids."""
        in_order = sorted(taken, key=lambda one: (_moment(one.entry_id), one.table))
        reads = [self._events.read(t.table, after=t.last_version - 1, limit=1) for t in in_order]
        last = await asyncio.gather(*reads)
        return [
            one.table
            for one, entries in zip(in_order, last, strict=True)
            if entries and closes(entries[0].event)
        ]


def _moment(entry_id: bytes) -> tuple[int, int]:
    ms, _, nth = entry_id.partition(b"-")
    return int(ms), int(nth)
