"""Time in which nobody could reach the store is given back to whoever was asked, once."""

import asyncio
import logging

from application.handle import handle
from application.ports.heartbeat import Beat
from application.table_cache import TableCache
from domain.judging.decision_clock import extend_deadline
from domain.judging.judge import ByClock
from domain.kernel.ids import TableId
from domain.kernel.rejection import Rejected
from domain.table.commands import MoveDeadline, Outage
from domain.table.state import Running
from store.deadlines import RedisDeadlines
from store.heartbeat import RedisHeartbeat

RECENT_MS = 60_000  # older outages have been made good everywhere, or will be table by table

log = logging.getLogger(__name__)


class Amends:
    def __init__(
        self, pulse: RedisHeartbeat, deadlines: RedisDeadlines, tables: TableCache
    ) -> None:
        self._pulse = pulse
        self._deadlines = deadlines
        self._tables = tables
        self._beat: Beat | None = None
        self._made_good: set[Outage] = set()

    async def look(self) -> None:
        """Has the store been away? Then move the deadlines of all tables, before any is called."""
        self._beat = beat = await self._pulse.beat()
        new = set(beat.outages) - self._made_good
        recent = [outage for outage in new if outage.ended > beat.now - RECENT_MS]
        if recent:
            longest = max(outage.ended - outage.began for outage in recent)
            log.warning("the store was away for %.1f s", longest / 1000)
            await self.everywhere()
        self._made_good = set(beat.outages)

    async def everywhere(self) -> None:
        async for tables in self._deadlines.everywhere():
            made = (self.made(table) for table in tables)
            for table, failure in zip(
                tables, await asyncio.gather(*made, return_exceptions=True), strict=True
            ):
                if isinstance(failure, BaseException):
                    log.error("table %s: no amends could be made", table, exc_info=failure)

    async def made(self, table: TableId) -> bool:
        """Move the deadline of this table if its question has lost time; whether it had."""
        outages = self._beat.felt_at(table) if self._beat else ()
        if not outages:
            return False
        state = (await self._tables.fresh(table)).state
        if not isinstance(state, Running) or extend_deadline(state, outages) is None:
            return False
        try:
            await handle(self._tables, table, ByClock(), MoveDeadline(outages))
        except Rejected as refusal:
            log.info("table %s: %s", table, refusal.detail)  # somebody was faster
        return True
