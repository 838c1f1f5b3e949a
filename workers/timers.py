"""The timers: lease tables whose time is up and call time through `handle`, like any command."""

import asyncio
import logging
from typing import TypeAlias, assert_never

from application.administration.watch import AdministrationWatch
from application.event_loop.ticks import until_tick
from application.handle import handle
from application.lib.backoff import Backoff
from application.ports.heartbeat import Beat
from application.ports.jobs import Jobs
from application.table_cache import TableCache
from domain.judging.actors import ByClock
from domain.judging.decision_clock import (
    AbandonTable,
    CloseWithheld,
    PlayDefault,
    WakeBot,
    earliest_default,
    next_timer_action,
)
from domain.judging.live_table import time_of
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.commands import CallTime
from store.tables.deadlines import RedisDeadlines
from workers.outage_compensation import OutageCompensation

AT_ONCE = 200
LEASE_MS = 3_000  # how long a table waits if the process that leased it dies
SHORTEST, LONGEST = 0.05, 0.25  # seconds between two looks when nothing is due
OUTAGE_SECONDS = 1.0  # between two looks for outages while nothing is due
LONGEST_PAUSE = 0.3  # seconds: after an outage deadlines must be moved before anyone is late
SCHEDULE_SECONDS = 60.0  # between two looks at the periodic jobs
HARMLESS = {"not_due", "not_started", "table_finished"}  # another process was faster

HELD_MS = 250  # until the next look at a table that waits for a heartbeat after its deadline

log = logging.getLogger(__name__)


class Held(Value, frozen=True):
    """Time is called at the next beat of an API: the deadline may have passed in an outage."""


Result: TypeAlias = Held | BaseException | None


class Timers:
    def __init__(
        self,
        deadlines: RedisDeadlines,
        tables: TableCache,
        compensation: OutageCompensation | None = None,
        administration: AdministrationWatch | None = None,
    ) -> None:
        self._deadlines = deadlines
        self._tables = tables
        self._compensation = compensation
        self._administration = administration
        self._idle = Backoff(SHORTEST, LONGEST)
        self._look_at = 0.0

    async def step(self) -> None:
        """Call time; look again at once if anything was due, otherwise after a short pause."""
        if await self._has_to_look() and await self.call_time():
            self._idle.reset()
            return
        pause = self._idle.next()
        await asyncio.sleep(pause if pause < LONGEST else until_tick(LONGEST))

    async def _has_to_look(self) -> bool:
        """Return whether a table is due, or it is time to look for outages all the same."""
        now = asyncio.get_running_loop().time()
        if now < self._look_at and await self._deadlines.lateness() is None:
            return False
        self._look_at = now + OUTAGE_SECONDS
        return True

    async def call_time(self) -> int:
        """Call time at every table that is due; a table that fails does not stop the others.

        Nothing is due while no API can be used, or during maintenance: that time is given back. A
        table is due when the clocks of the store and of this process both say so, for either of
        them may be wrong.
        """
        if self._administration is not None:
            administration = await self._administration.believed(within=0.0)
            if administration.maintenance is not None:
                return 0
        beat, now = None, None
        if self._compensation is not None:
            beat = await self._compensation.look()
            if beat.silent:
                return 0
            now = min(beat.now, self._tables.world.now())
        due = await self._deadlines.lease(now, limit=AT_ONCE, lease_ms=LEASE_MS)
        calls = [self._act(table, beat) for table in due]
        results = await asyncio.gather(*calls, return_exceptions=True)
        for table, failure in zip(due, results, strict=True):
            if isinstance(failure, BaseException):
                log.error("table %s: its deadline could not be handled", table, exc_info=failure)
        await self._follow_up(dict(zip(due, results, strict=True)), beat)
        return len(due)

    async def _follow_up(self, results: dict[TableId, Result], beat: Beat | None) -> None:
        held = [table for table, result in results.items() if isinstance(result, Held)]
        if held and beat is not None:
            await self._deadlines.look_again(held, beat.now + HELD_MS)

    async def _act(self, table: TableId, beat: Beat | None) -> Held | None:
        """Do what is due at a table."""
        if self._compensation and beat and await self._compensation.compensate(table, beat):
            return None
        live = await self._tables.fresh(table)
        match next_timer_action(
            live.state, time_of(live.state, live.at, None, self._tables.world.now())
        ):
            case AbandonTable() | CloseWithheld() | PlayDefault():
                deadline = earliest_default(live.state)
                if beat and deadline and not beat.was_playable_at(table, deadline):
                    return Held()
                await self._call_time(table)
            case WakeBot():
                self._tables.bots.wake(live)
            case None:
                return None
            case never:
                assert_never(never)
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
