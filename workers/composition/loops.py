"""The loops of a server by name, all in one process or one alone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from application.ops.logging import configure_logging
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from store.connect import Store, require_format_of
from workers.composition.archivist import archivist_loop
from workers.composition.bots import playing_bots
from workers.composition.log_writer import log_loop, require_log_settings
from workers.composition.parts import Parts
from workers.composition.projector import projector_loop
from workers.composition.timers import timers_loop
from workers.composition.webhooks import webhooks_loop
from workers.loop import keep_running, run_until_signal

Loop: TypeAlias = Callable[[Parts], Awaitable[None]]
LOOPS: dict[str, Loop] = {
    "projector": projector_loop,
    "timers": timers_loop,
    "webhooks": webhooks_loop,
    "log": log_loop,
    "archivist": archivist_loop,
}


def run_loop(settings: Settings, kind: str, name: str) -> None:
    """Run one loop until a signal, restarted after a failure; raises SettingError at once."""
    settings = settings.with_urls()
    require_format_of(settings)
    if kind == "log":
        require_log_settings(settings)
    configure_logging(settings.log_format)
    logging.getLogger("workers").setLevel(logging.INFO)
    alone = partial(run_alone, LOOPS[kind], settings, name)
    run_until_signal(keep_running(kind, alone))


async def run_alone(loop: Loop, settings: Settings, name: str = "alone") -> None:
    """Run one loop with a store of its own, until it fails; its process is a witness of outages."""
    async with Store.of(settings) as store, asyncio.TaskGroup() as together:
        tables = TableCache(store.log, RealWorld(), snapshots=store.snapshots)
        together.create_task(store.heartbeat.keep())
        parts = Parts(settings, store, tables, name)
        async with playing_bots(parts):
            await loop(parts)


async def run_beside(parts: Parts) -> None:
    """Run all loops beside the API, each restarted after a failure, until cancelled."""
    parts = parts._replace(notified=asyncio.Event())
    async with playing_bots(parts), asyncio.TaskGroup() as together:
        for name, loop in LOOPS.items():
            together.create_task(keep_running(name, lambda loop=loop: loop(parts)), name=name)  # type: ignore[misc]
