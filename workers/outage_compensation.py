"""Gives back the time of an outage: moves the deadline of every decision that lost time, once."""

import asyncio
import logging

from application.handle import handle
from application.ports.heartbeat import Beat, Heartbeat
from application.table_cache import TableCache
from domain.judging.actors import ByClock
from domain.judging.decision_clock import extend_deadline
from domain.kernel.ids import TableId
from domain.kernel.refusals import Rejected
from domain.table.commands import MoveDeadline, Outage
from domain.table.state import Running
from store.tables.deadlines import RedisDeadlines

RECENT_MS = 60_000  # older outages were compensated everywhere, or will be table by table
MOVES_ALL_MS = 3_000  # after a shorter outage a deadline is moved when it is reached

log = logging.getLogger(__name__)


class OutageCompensation:
    def __init__(self, heartbeat: Heartbeat, deadlines: RedisDeadlines, tables: TableCache) -> None:
        self._heartbeat = heartbeat
        self._deadlines = deadlines
        self._tables = tables
        self._compensated: set[Outage] = set()

    async def look(self) -> Beat:
        """After an outage, move the deadlines of all tables before any of them times out."""
        beat = await self._heartbeat.beat()
        new = set(beat.outages) - self._compensated
        recent = [outage for outage in new if outage.ended > beat.now - RECENT_MS]
        longest = max((outage.ended - outage.began for outage in recent), default=0)
        if recent:
            log.warning("outage of %.1f s: no command could be stored", longest / 1000)
        if longest >= MOVES_ALL_MS:
            await self._compensate_all(beat)
        self._compensated = set(beat.outages)
        return beat

    async def _compensate_all(self, beat: Beat) -> None:
        async for tables in self._deadlines.everywhere():
            moves = (self.compensate(table, beat) for table in tables)
            for table, failure in zip(
                tables, await asyncio.gather(*moves, return_exceptions=True), strict=True
            ):
                if isinstance(failure, BaseException):
                    log.error("table %s: its deadline could not be moved", table, exc_info=failure)

    async def compensate(self, table: TableId, beat: Beat) -> bool:
        """Move the deadline of this table if its decision lost time; return whether it did."""
        outages = beat.felt_at(table)
        if not outages:
            return False
        state = (await self._tables.fresh(table)).state
        if not isinstance(state, Running) or extend_deadline(state, outages) is None:
            return False
        try:
            await handle(self._tables, table, ByClock(), MoveDeadline(outages))
        except Rejected as refusal:
            log.info("table %s: %s", table, refusal.detail)  # another process was faster
        return True
