"""Webhooks: what a commit tells is written down once, then sent until it has arrived."""

import asyncio
import logging
from collections import OrderedDict

from domain.kernel.ids import PlayerId, TableId
from domain.play.clock import RealWorld
from domain.play.codec import decoded
from domain.play.log import EventLog
from domain.table.events import TableStarted
from eventlog.deadlines import Deadlines
from eventlog.feed_group import WEBHOOKS, AnyFeedGroup, Taken
from eventlog.hooks import DUE, Hooks
from eventlog.reach import feed_group, pipe_to
from eventlog.redis_log import RedisLog
from projections.results import UNREADABLE, sitters
from projections.webhooks.notices import concerns, delivery, notices, wanted
from projections.webhooks.retrying import PAUSES, dropped, settled
from projections.webhooks.sending import Sender
from workers.running import for_ever

GROUP = WEBHOOKS
COMMITS = 20  # of each partition
BLOCK_MS = 1_000
AT_ONCE = 50  # deliveries
LEASE_MS = 30_000  # how long a delivery waits if its courier dies; longer than an attempt can take
SHORTEST, LONGEST = 0.05, 0.5  # seconds between two looks when nothing is due
MOST_REMEMBERED = 10_000  # tables

log = logging.getLogger(__name__)


class Notifier:
    """From the feeds to the deliveries that are due; what is told twice is written once."""

    def __init__(self, events: EventLog, hooks: Hooks, group: AnyFeedGroup) -> None:
        self._events, self._hooks, self._group = events, hooks, group
        self._players: OrderedDict[TableId, list[PlayerId]] = OrderedDict()

    async def step(self, block_ms: int = BLOCK_MS) -> int:
        taken = await self._group.take(COMMITS, block_ms)
        await asyncio.gather(*map(self._tell, taken))
        if taken:
            await self._group.ack(taken)
        return len(taken)

    async def _tell(self, one: Taken) -> None:
        try:
            await self._write_down(one)
        except UNREADABLE:
            log.exception("table %s: nothing can be told of it", one.table)

    async def _write_down(self, one: Taken) -> None:
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

    async def _seated(self, one: Taken) -> list[PlayerId]:
        """Who sits there at this commit; after the start it never changes."""
        known = self._players.get(one.table)
        if known is not None:
            return known
        history = decoded(await self._events.read(one.table, limit=one.last_version))
        players = [sitter.player for sitter in sitters(history)]
        if any(isinstance(happened.event, TableStarted) for happened in history):
            self._players[one.table] = players
            if len(self._players) > MOST_REMEMBERED:
                self._players.popitem(last=False)
        return players


class Courier:
    """Whatever is due is sent; a delivery has one courier at a time, and another if he dies."""

    def __init__(
        self,
        hooks: Hooks,
        due: Deadlines,
        sender: Sender,
        pauses: tuple[float, ...] = PAUSES,
        lease_ms: int = LEASE_MS,
    ) -> None:
        self._hooks, self._due, self._sender = hooks, due, sender
        self._pauses, self._lease_ms = pauses, lease_ms
        self._pause = SHORTEST
        self._under_way: set[asyncio.Task[None]] = set()

    async def step(self) -> None:
        """Send off what is due; whoever answers slowly keeps nobody else waiting."""
        free = AT_ONCE - len(self._under_way)
        if free and await self._send_off(free):
            self._pause = SHORTEST
        else:
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST)

    async def aclose(self) -> None:
        """What is under way is left to another, who finds it due again."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _send_off(self, most: int) -> int:
        members = await self._due.lease(limit=most, lease_ms=self._lease_ms)
        for member in members:
            task = asyncio.create_task(self._deliver(member))
            self._under_way.add(task)
            task.add_done_callback(self._done)
        return len(members)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (why := task.exception()) is not None:
            log.error("a delivery will be tried again: %r", why)

    async def _deliver(self, member: str) -> None:
        found = await self._hooks.due(member)
        if found is None:
            return
        if found.hook.disabled is not None:
            came = dropped(found.delivery)
        else:
            attempt = await self._sender.send(found.hook, found.delivery)
            came = settled(found.hook, found.delivery, attempt, self._pauses)
        await self._hooks.settle(found.hook, *came)
        if came.disabled is not None:
            log.warning("webhook %s is disabled: %s", found.hook.id, came.disabled.reason)


async def run(url: str, consumer: str, loopback: bool) -> None:
    logging.getLogger("httpx").setLevel(logging.WARNING)  # addresses may hold secrets of theirs
    pipe, group = pipe_to(url), feed_group(url, GROUP, consumer)
    hooks, sender = Hooks(pipe), Sender(RealWorld(), loopback)
    notifier = Notifier(RedisLog(pipe), hooks, group)
    courier = Courier(hooks, Deadlines(pipe, (DUE,)), sender)
    try:
        await asyncio.gather(for_ever(notifier.step, make_good=group.again), for_ever(courier.step))
    finally:
        await courier.aclose()
        await sender.aclose()
        await group.aclose()
        await pipe.aclose()
