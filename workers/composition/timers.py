"""The loop `timers`."""

import asyncio

from application.administration.watch import AdministrationWatch
from store.client.errors import STORE_ERRORS
from workers.composition.parts import Parts
from workers.loop import repeat
from workers.outage_compensation import OutageCompensation
from workers.timers import LONGEST_PAUSE, PeriodicJobs, Timers


async def timers_loop(parts: Parts) -> None:
    """Play defaults after missed deadlines, wake bots, and queue periodic jobs."""
    store, tables = parts.store, parts.tables
    compensation = OutageCompensation(store.heartbeat, store.deadlines, tables)
    administration = AdministrationWatch(store.acts)
    timers = Timers(store.deadlines, tables, compensation, administration)
    periodic = PeriodicJobs(store.jobs, parts.settings.scrub_hours)
    async with asyncio.TaskGroup() as together:
        together.create_task(repeat(timers.step, STORE_ERRORS, LONGEST_PAUSE))
        together.create_task(repeat(periodic.step, STORE_ERRORS))
