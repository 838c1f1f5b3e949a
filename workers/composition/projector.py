"""The loop `projector`."""

import asyncio
from collections.abc import Awaitable, Callable

from application.webhooks.policy import MOST_WAITING
from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.client.errors import STORE_ERRORS
from store.connect import Store
from workers.composition.parts import Parts
from workers.loop import repeat
from workers.readers.leaderboard import LeaderboardReader
from workers.readers.reader import FeedLoop, Reader
from workers.readers.table_list import TableListReader
from workers.readers.webhooks import WebhookReader


async def projector_loop(parts: Parts) -> None:
    """Keep the list of tables and the leaderboards up to date, and queue deliveries."""
    hold = parts.store.reader_lease(parts.name).hold
    notified = (parts.notified or asyncio.Event()).set
    loop = feed_loop(parts.store, hold, parts.settings.webhooks_waiting, notified)
    await repeat(loop.step, STORE_ERRORS)


def feed_loop(
    store: Store,
    hold: Callable[[], Awaitable[bool]],
    webhooks_waiting: int = MOST_WAITING,
    notified: Callable[[], None] = lambda: None,
) -> FeedLoop:
    """Return the loop that hands each commit to all readers while it holds the lease.

    `notified` is called when a delivery was queued.
    """
    readers: tuple[Reader, ...] = (
        TableListReader(store.log, TableList(store.table_list, store.log)),
        LeaderboardReader(store.log, LeaderboardFold(store.leaderboard, store.log)),
        WebhookReader(store.webhooks, webhooks_waiting, notified),
    )
    positioned = [(reader, store.positions(reader.name)) for reader in readers]
    return FeedLoop((store.tail(), store.tail()), positioned, store.jobs, hold)
