"""The process of `ludotheque work timers`."""

import asyncio
import logging

from application.administration.watch import AdministrationWatch
from application.logging import configure_logging
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from store.errors import STORE_ERRORS
from workers.bot_wakeups import BotWakeups
from workers.composition.store import opened
from workers.loop import repeat, run_until_signal
from workers.outage_compensation import OutageCompensation
from workers.timers import LONGEST_PAUSE, PeriodicJobs, Timers


def run_timers(settings: Settings) -> None:
    """Play defaults after missed deadlines, wake bots, and queue periodic jobs."""
    configure_logging(settings.log_format, logging.INFO)
    run_until_signal(timers_process(settings))


async def timers_process(settings: Settings) -> None:
    async with opened(settings) as store:
        tables = TableCache(store.log, RealWorld(), snapshots=store.snapshots)
        compensation = OutageCompensation(store.heartbeat, store.deadlines, tables)
        wakeups = BotWakeups(store.jobs)
        administration = AdministrationWatch(store.acts)
        timers = Timers(store.deadlines, tables, compensation, wakeups.wake, administration)
        periodic = PeriodicJobs(store.jobs, settings.scrub_hours)
        await asyncio.gather(
            repeat(timers.step, STORE_ERRORS, LONGEST_PAUSE), repeat(periodic.step, STORE_ERRORS)
        )
