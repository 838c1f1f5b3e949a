"""The processes of an installation: the coroutines that the product runs, each in its own place."""

import asyncio
import ssl
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

import httpx
from litestar import Litestar

from api import app as web
from api.asgi.middleware import Middleware
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from store.errors import STORE_ERRORS
from tests.simulation.jobs import Queues
from tests.simulation.receivers import Receivers
from workers.bots import Bots
from workers.composition import upkeep
from workers.composition.projector import projector_process
from workers.composition.store import opened as opened_store
from workers.composition.timers import timers_process
from workers.composition.webhooks import webhooks_process
from workers.webhooks.sender import Sender

APIS = ("api0", "api1")
WORKERS = ("projector", "timers", "jobs", "bots", "webhooks")
POLL_SECONDS = 0.05  # between two looks at an empty queue
JOBS: dict[str, Callable[..., Coroutine[Any, Any, object]]] = {
    "rebuild": lambda settings, model="tables": _rebuild(settings, model),
    "audit": upkeep.audit,
    "scrub": upkeep.scrub,
}


@cache
def framework_of(name: str, settings: Settings) -> Litestar:
    """Return the framework of an API process; it holds nothing of its own, so it is made once."""
    return web.framework(settings)


async def run_api(name: str, settings: Settings, opened: Callable[[Middleware], None]) -> None:
    app = framework_of(name, settings)
    async with web._with_store(settings, None)(app):
        opened(Middleware(app, settings))
        await asyncio.get_running_loop().create_future()


def worker(name: str, settings: Settings, queues: Queues) -> Coroutine[Any, Any, None]:
    """Return what a worker process runs."""
    match name:
        case "projector":
            return projector_process(settings, name)
        case "timers":
            return timers_process(settings)
        case "webhooks":
            return webhooks_process(settings)
        case "jobs":
            return run_jobs(settings, queues)
        case "bots":
            return run_bots(settings, queues)
    raise ValueError(name)


async def run_jobs(settings: Settings, queues: Queues) -> None:
    """Do jobs as the worker of rq does: one whose worker dies is done again."""
    while True:
        if not queues.jobs or not queues.up:
            await asyncio.sleep(POLL_SECONDS)
            continue
        name, args = job = queues.jobs[0]
        try:
            await JOBS[name](settings, *args)
        except STORE_ERRORS:
            await asyncio.sleep(1.0)
            continue
        if job in queues.jobs:
            queues.jobs.remove(job)


async def run_bots(settings: Settings, queues: Queues) -> None:
    """Play for bots as the worker of rq does; after a failure with a new store."""
    while True:
        async with opened_store(settings) as store:
            bots = Bots(TableCache(store.log, RealWorld()))
            try:
                await _play(bots, store.jobs, queues)
            except STORE_ERRORS:
                await asyncio.sleep(POLL_SECONDS)


async def _play(bots: Bots, jobs: Any, queues: Queues) -> None:
    while True:
        if queues.bot_jobs and queues.up:
            queues.bot_jobs -= 1
            await bots.play_round(jobs)
        else:
            await asyncio.sleep(POLL_SECONDS)


async def _rebuild(settings: Settings, model: str) -> object:
    if model == "tables":
        return await upkeep.rebuild_table_list(settings)
    return await upkeep.rebuild_leaderboard(settings)


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def simulated_sender(receivers: Receivers) -> Callable[..., Sender]:
    """Return what makes a sender of the product whose requests go to simulated receivers."""

    def make(*args: Any, **options: Any) -> Sender:
        sender = Sender(*args, **{**options, "trust": _trust()})
        sender._client = httpx.AsyncClient(transport=receivers)
        return sender

    return make
