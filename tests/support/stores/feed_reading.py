"""Readers of the feeds in a test: list, leaderboards and webhooks, without a lease."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from application.webhooks.policy import MOST_WAITING
from store.connect import Store
from tests.support.servers.processes import PATIENCE
from workers.composition.projector import feed_loop
from workers.readers.reader import FeedLoop

NO_QUEUE = "redis://127.0.0.1:1/0"


async def unleased() -> bool:
    return True


async def catch_up(loop: FeedLoop) -> None:
    """Read until there is nothing more to do."""
    await loop.step(block_ms=1)
    while await loop.step(block_ms=1):
        pass
    await loop.flush()


@asynccontextmanager
async def reading(url: str, most_waiting: int = MOST_WAITING) -> AsyncIterator[FeedLoop]:
    async with Store(url, PATIENCE, NO_QUEUE) as store:
        yield feed_loop(store, unleased, most_waiting)


async def read_feeds(url: str) -> None:
    """Bring everything that follows from the feeds up to date."""
    async with reading(url) as loop:
        await catch_up(loop)
