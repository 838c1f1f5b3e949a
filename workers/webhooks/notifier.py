"""Webhooks: what a commit tells is written down once, then sent until it has arrived."""

import asyncio
import logging
from collections import OrderedDict

from application.ports.event_log import EventLog
from application.ports.feeds import WEBHOOKS, FeedEntry
from application.webhooks.notices import concerns, delivery, notices, wanted
from application.world import RealWorld
from domain.judging.codec import decoded
from domain.kernel.ids import PlayerId, TableId
from domain.table.events import TableStarted
from projections.leaderboard.results import UNREADABLE, sitters
from store.client.factory import feed_group, pipe_to
from store.deadlines import RedisDueDeliveries
from store.feeds.consumer_group import AnyFeedGroup
from store.log import RedisEventLog
from store.webhooks import RedisWebhookStore
from workers.loop import for_ever
from workers.webhooks.courier import Courier
from workers.webhooks.sender import Sender

GROUP = WEBHOOKS
COMMITS = 20  # of each partition
BLOCK_MS = 1_000
MOST_REMEMBERED = 10_000  # tables

log = logging.getLogger(__name__)


class Notifier:
    """From the feeds to the deliveries that are due; what is told twice is written once."""

    def __init__(self, events: EventLog, hooks: RedisWebhookStore, group: AnyFeedGroup) -> None:
        self._events, self._hooks, self._group = events, hooks, group
        self._players: OrderedDict[TableId, list[PlayerId]] = OrderedDict()

    async def step(self, block_ms: int = BLOCK_MS) -> int:
        taken = await self._group.take(COMMITS, block_ms)
        await asyncio.gather(*map(self._tell, taken))
        if taken:
            await self._group.ack(taken)
        return len(taken)

    async def _tell(self, one: FeedEntry) -> None:
        try:
            await self._write_down(one)
        except UNREADABLE:
            log.exception("table %s: nothing can be told of it", one.table)

    async def _write_down(self, one: FeedEntry) -> None:
        count = one.last_version - one.first_version + 1
        events = decoded(await self._events.read(one.table, one.first_version - 1, count))
        if not concerns(events):
            return
        players = await self._seated(one)
        hooks = await self._hooks.about(one.table, players)
        for notice in notices(events, players) if hooks else ():
            for hook in hooks:
                if wanted(hook, notice):
                    await self._hooks.notify(hook, delivery(hook, one.table, notice), one.at)

    async def _seated(self, one: FeedEntry) -> list[PlayerId]:
        """Who sits there at this commit; after the start it never changes."""
        known = self._players.get(one.table)
        if known is not None:
            return known
        history = decoded(await self._events.read(one.table, limit=one.last_version))
        players = [sitter.player for sitter in sitters(history)]
        if any(isinstance(recorded.event, TableStarted) for recorded in history):
            self._players[one.table] = players
            if len(self._players) > MOST_REMEMBERED:
                self._players.popitem(last=False)
        return players


async def run(url: str, consumer: str, loopback: bool) -> None:
    logging.getLogger("httpx").setLevel(logging.WARNING)  # addresses may hold secrets of theirs
    pipe, group = pipe_to(url), feed_group(url, GROUP, consumer)
    hooks, sender = RedisWebhookStore(pipe), Sender(RealWorld(), loopback)
    notifier = Notifier(RedisEventLog(pipe), hooks, group)
    courier = Courier(hooks, RedisDueDeliveries(pipe), sender)
    try:
        await asyncio.gather(for_ever(notifier.step, make_good=group.again), for_ever(courier.step))
    finally:
        await courier.aclose()
        await sender.aclose()
        await group.aclose()
        await pipe.aclose()
