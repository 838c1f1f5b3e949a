"""The processes of an installation: the coroutines that the product runs, each in its own place."""

import asyncio
import ssl
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from functools import cache, partial
from typing import Any

import httpx
from litestar import Litestar

from api import app as web
from api.admission.replay_budget import Work
from api.asgi.middleware import Middleware
from api.composition import Parts as ApiParts
from application.settings import Settings
from application.table_cache import TableCache
from store.client.errors import STORE_ERRORS
from store.connect import Store
from tests.simulation.jobs import POLL_SECONDS, Queues
from tests.simulation.receivers import Receivers
from workers.composition import upkeep
from workers.composition.bots import play_bots, playing_bots
from workers.composition.loops import LOOPS, run_alone
from workers.composition.parts import Parts
from workers.webhooks.sender import Sender

APIS = ("api0", "api1")
WORKERS = ("projector", "timers", "jobs", "webhooks")
JOBS: dict[str, Callable[..., Coroutine[Any, Any, object]]] = {
    "rebuild": lambda settings, model="tables": _rebuild(settings, model),
    "audit": upkeep.audit,
    "scrub": upkeep.scrub,
    "play_bots": play_bots,
}


@cache
def framework_of(name: str, settings: Settings) -> Litestar:
    """Return the framework of an API process; it holds nothing of its own, so it is made once."""
    return web.framework(settings)


async def run_api(name: str, settings: Settings, opened: Callable[[Middleware], None]) -> None:
    app = framework_of(name, settings)
    async with web._with_store(settings, None, partial(_bots_beside, name))(app):
        opened(Middleware(app, settings))
        await asyncio.get_running_loop().create_future()


def _bots_beside(name: str, api: ApiParts) -> AbstractAsyncContextManager[None]:
    give_way = api[Work].traffic.give_way
    return playing_bots(Parts(api[Settings], api[Store], api[TableCache], name, give_way=give_way))


def worker(name: str, settings: Settings, queues: Queues) -> Coroutine[Any, Any, None]:
    """Return what a worker process runs."""
    if name == "jobs":
        return run_jobs(settings, queues)
    return run_alone(LOOPS[name], settings, name)


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
