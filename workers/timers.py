"""The clock: leases tables whose time is up and asks `handle` to call it, like anybody else."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeAlias

from application.handle import handle
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.judge import ByClock
from domain.judging.timer_action import (
    AbandonTable,
    PlayDefault,
    TimerAction,
    WakeBot,
    next_timer_action,
)
from domain.kernel.ids import TableId
from domain.kernel.rejection import Rejected
from domain.table.commands import CallTime
from store.client.factory import pipe_to
from store.deadlines import RedisDeadlines
from store.heartbeat import RedisHeartbeat
from store.jobs import Chores
from store.log import RedisEventLog
from workers.bot_wakeups import Waker
from workers.loop import for_ever
from workers.outage_compensation import Amends

AT_ONCE = 200
LEASE_MS = 3_000  # how long a table waits if its sweeper dies
SHORTEST, LONGEST = 0.05, 0.25  # seconds between two looks when nothing is due
BACK_SOON = 0.3  # seconds: after an outage the clocks must be put right before anybody is late
CALENDAR_SECONDS = 60.0  # between two looks at what comes round
HARMLESS = {"not_due", "not_started", "table_finished"}  # somebody was faster

Wake: TypeAlias = Callable[[list[TableId]], None]

log = logging.getLogger(__name__)


class Sweeper:
    def __init__(
        self,
        deadlines: RedisDeadlines,
        tables: TableCache,
        amends: Amends | None = None,
        wake: Wake | None = None,
    ) -> None:
        self._deadlines = deadlines
        self._tables = tables
        self._amends = amends
        self._wake = wake
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
        if self._amends is not None:
            await self._amends.look()
        due = await self._deadlines.lease(limit=AT_ONCE, lease_ms=LEASE_MS)
        calls = [self._act(table) for table in due]
        results = await asyncio.gather(*calls, return_exceptions=True)
        for table, failure in zip(due, results, strict=True):
            if isinstance(failure, BaseException):
                log.error("table %s: its time could not be called", table, exc_info=failure)
        asleep = [table for table, bot in zip(due, results, strict=True) if bot is True]
        if asleep and self._wake is not None:
            self._wake(asleep)
        return len(due)

    async def _act(self, table: TableId) -> bool:
        """Do what is due at a table; return whether a bot of it has to be woken.

        The lease of the table gives a worker the time to answer for the bot.
        """
        if self._amends is not None and await self._amends.made(table):
            return False
        action = await self._next_action(table)
        if isinstance(action, AbandonTable | PlayDefault):
            await self._call_time(table)
        return isinstance(action, WakeBot)

    async def _next_action(self, table: TableId) -> TimerAction | None:
        live = await self._tables.fresh(table)
        return next_timer_action(live.state, max(self._tables.world.now(), live.at))

    async def _call_time(self, table: TableId) -> None:
        try:
            await handle(self._tables, table, ByClock(), CallTime())
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


async def run(url: str, queue_url: str, scrub_hours: int) -> None:
    pipe, chores = pipe_to(url), Chores(queue_url)
    deadlines, tables = RedisDeadlines(pipe), TableCache(RedisEventLog(pipe), RealWorld())
    amends = Amends(RedisHeartbeat(pipe), deadlines, tables)
    try:
        sweeper = Sweeper(deadlines, tables, amends, Waker(queue_url, LEASE_MS // 1000).wake)
        calendar = Calendar(chores, scrub_hours)
        await asyncio.gather(for_ever(sweeper.step, BACK_SOON), for_ever(calendar.step))
    finally:
        await chores.aclose()
        await pipe.aclose()
