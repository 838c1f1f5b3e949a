"""Requests of an operator to the store: jobs, and the use cases of administrators."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from application.administration.office import Office
from application.administration.watch import AdministrationWatch
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from store.connect import Store

T = TypeVar("T")


async def enqueue(settings: Settings, name: str, *args: str) -> str:
    """Request a job from the workers; return its id."""
    async with Store.of(settings) as store:
        return await store.jobs.enqueue(name, *args)


async def administer(settings: Settings, work: Callable[[Office, str], Awaitable[T]], by: str) -> T:
    """Run a use case of an administrator."""
    async with Store.of(settings) as store:
        world = RealWorld()
        tables = TableCache(store.log, world)
        watch = AdministrationWatch(store.acts)
        office = Office(
            store.acts,
            watch,
            store.accounts,
            store.seeks,
            tables,
            store.heartbeat,
            store.usage,
            world,
        )
        return await work(office, by)
