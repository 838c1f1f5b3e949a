"""The clock: leases tables whose time is up and asks `handle` to call it, like anybody else."""

import asyncio
import logging

from domain.kernel.ids import TableId
from domain.kernel.rejection import Rejected
from domain.play.clock import RealWorld
from domain.play.handle import handle
from domain.play.judge import Clock
from domain.play.tables import Tables
from domain.table.commands import CallTime
from eventlog.chores import Chores
from eventlog.deadlines import Deadlines
from eventlog.pipe import Pipe
from eventlog.redis_log import RedisLog
from workers.running import for_ever

AT_ONCE = 200
LEASE_MS = 3_000  # how long a table waits if its sweeper dies
SHORTEST, LONGEST = 0.05, 0.25  # seconds between two looks when nothing is due
CALENDAR_SECONDS = 60.0  # between two looks at what comes round
HARMLESS = {"not_due", "not_started", "table_finished"}  # somebody was faster

log = logging.getLogger(__name__)


class Sweeper:
    def __init__(self, deadlines: Deadlines, tables: Tables) -> None:
        self._deadlines = deadlines
        self._tables = tables
        self._pause = SHORTEST

    async def step(self) -> None:
        """Sweep; look again at once if anything was due, otherwise after a short while."""
        if await self.sweep():
            self._pause = SHORTEST
        else:
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST)

    async def sweep(self) -> int:
        """Call time at every table that is due; a table that fails does not stop the others."""
        due = await self._deadlines.lease(limit=AT_ONCE, lease_ms=LEASE_MS)
        calls = [self._call(table) for table in due]
        for table, failure in zip(
            due, await asyncio.gather(*calls, return_exceptions=True), strict=True
        ):
            if failure is not None:
                log.error("table %s: its time could not be called", table, exc_info=failure)
        return len(due)

    async def _call(self, table: TableId) -> None:
        try:
            await handle(self._tables, table, Clock(), CallTime())
        except Rejected as refusal:
            if refusal.code not in HARMLESS:
                raise


class Calendar:
    """Chores that come round; any number of these ask for each of them only once a period."""

    def __init__(self, chores: Chores, scrub_hours: int) -> None:
        self._chores = chores
        self._scrub_hours = scrub_hours

    async def step(self) -> None:
        if self._scrub_hours:
            await self._chores.enqueue_every(self._scrub_hours * 3600, "scrub")
        await asyncio.sleep(CALENDAR_SECONDS)


async def run(url: str, queue: str, scrub_hours: int) -> None:
    pipe, chores = Pipe(url), Chores(queue, RealWorld())
    try:
        sweeper = Sweeper(Deadlines(pipe), Tables(RedisLog(pipe), RealWorld()))
        calendar = Calendar(chores, scrub_hours)
        await asyncio.gather(for_ever(sweeper.step), for_ever(calendar.step))
    finally:
        await chores.aclose()
        await pipe.aclose()
