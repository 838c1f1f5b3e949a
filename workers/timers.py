"""The timers: lease tables whose time is up and call time through `handle`, like any command."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeAlias

from application.backoff import Backoff
from application.handle import handle
from application.ports.deadlines import Deadlines
from application.ports.jobs import BotWakeup, Jobs
from application.table_cache import TableCache
from domain.judging.judge import ByClock
from domain.judging.timer_action import (
    AbandonTable,
    PlayDefault,
    WakeBot,
    next_timer_action,
)
from domain.kernel.ids import TableId
from domain.kernel.rejection import Rejected
from domain.table.commands import CallTime
from workers.outage_compensation import OutageCompensation

AT_ONCE = 200
LEASE_MS = 3_000  # how long a table waits if the process that leased it dies
SHORTEST, LONGEST = 0.05, 0.25  # seconds between two looks when nothing is due
LONGEST_PAUSE = 0.3  # seconds: after an outage deadlines must be moved before anyone is late
SCHEDULE_SECONDS = 60.0  # between two looks at the periodic jobs
HARMLESS = {"not_due", "not_started", "table_finished"}  # another process was faster

Wake: TypeAlias = Callable[[list[BotWakeup]], None]

log = logging.getLogger(__name__)


class Timers:
    def __init__(
        self,
        deadlines: Deadlines,
        tables: TableCache,
        compensation: OutageCompensation | None = None,
        wake: Wake | None = None,
    ) -> None:
        self._deadlines = deadlines
        self._tables = tables
        self._compensation = compensation
        self._wake = wake
        self._idle = Backoff(SHORTEST, LONGEST)

    async def step(self) -> None:
        """Call time; look again at once if anything was due, otherwise after a short pause."""
        if await self.call_time():
            self._idle.reset()
        else:
            await asyncio.sleep(self._idle.next())

    async def call_time(self) -> int:
        """Call time at every table that is due; a table that fails does not stop the others."""
        if self._compensation is not None:
            await self._compensation.look()
        due = await self._deadlines.lease(limit=AT_ONCE, lease_ms=LEASE_MS)
        calls = [self._act(table) for table in due]
        results = await asyncio.gather(*calls, return_exceptions=True)
        for table, failure in zip(due, results, strict=True):
            if isinstance(failure, BaseException):
                log.error("table %s: its time could not be called", table, exc_info=failure)
        waiting = [wakeup for wakeup in results if isinstance(wakeup, BotWakeup)]
        if waiting and self._wake is not None:
            self._wake(waiting)
        return len(due)

    async def _act(self, table: TableId) -> BotWakeup | None:
        """Do what is due at a table; return the bot that has to be woken, if any.

        The lease of the table gives a worker the time to answer for the bot.
        """
        if self._compensation is not None and await self._compensation.compensate(table):
            return None
        live = await self._tables.fresh(table)
        match next_timer_action(live.state, max(self._tables.world.now(), live.at)):
            case AbandonTable() | PlayDefault():
                await self._call_time(table)
            case WakeBot(owner=owner):
                return BotWakeup(table, owner)
        return None

    async def _call_time(self, table: TableId) -> None:
        try:
            await handle(self._tables, table, ByClock(), CallTime())
        except Rejected as refusal:
            if refusal.code not in HARMLESS:
                raise


class PeriodicJobs:
    """Requests jobs that come round; any number of processes request each once a period."""

    def __init__(self, jobs: Jobs, scrub_hours: int) -> None:
        self._jobs = jobs
        self._scrub_hours = scrub_hours

    async def step(self) -> None:
        if self._scrub_hours:
            await self._jobs.enqueue_every(self._scrub_hours * 3600, "scrub")
        await asyncio.sleep(SCHEDULE_SECONDS)
