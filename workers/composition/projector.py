"""The process of `ludotheque work projector`."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from application.logging import configure_logging
from application.settings import Settings
from application.webhooks.policy import MOST_WAITING
from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.connect import Store
from store.errors import STORE_ERRORS
from workers.composition.store import opened
from workers.loop import repeat, run_until_signal
from workers.readers.leaderboard import LeaderboardReader
from workers.readers.reader import FeedLoop, Reader
from workers.readers.table_list import TableListReader
from workers.readers.webhooks import WebhookReader


def run_projector(settings: Settings, name: str) -> None:
    """Keep the list of tables and the leaderboards up to date, and queue deliveries."""
    configure_logging(settings.log_format, logging.INFO)
    run_until_signal(projector_process(settings, name))


async def projector_process(settings: Settings, name: str) -> None:
    async with opened(settings) as store:
        loop = feed_loop(store, store.reader_lease(name).hold, settings.webhooks_waiting)
        await asyncio.gather(repeat(loop.step, STORE_ERRORS), store.heartbeat.keep())


def feed_loop(
    store: Store, hold: Callable[[], Awaitable[bool]], webhooks_waiting: int = MOST_WAITING
) -> FeedLoop:
    """Return the loop that hands each commit to all readers while it holds the lease."""
    readers: tuple[Reader, ...] = (
        TableListReader(store.log, TableList(store.table_list, store.log)),
        LeaderboardReader(store.log, LeaderboardFold(store.leaderboard, store.log)),
        WebhookReader(store.log, store.webhooks, webhooks_waiting),
    )
    positioned = [(reader, store.positions(reader.name)) for reader in readers]
    return FeedLoop((store.tail(), store.tail()), positioned, store.jobs, hold)
