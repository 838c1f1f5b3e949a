"""Queues the deliveries that a commit causes, once, however often the commit is handed out."""

import asyncio
import logging
from collections import OrderedDict
from typing import NamedTuple

from application.ports.event_log import EventLog
from application.ports.feeds import ConsumerGroup, FeedEntry
from application.ports.webhooks import Delivery, Hook, WebhookStore
from application.webhooks.notices import (
    delivery,
    feed_notice,
    invited,
    is_wanted,
    lobby_notices,
    notices,
)
from application.webhooks.overflow import overflow
from application.webhooks.policy import MOST_WAITING
from domain.judging.codec import decode_without_rules, decoded
from domain.judging.row import fold_row
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.table.end_events import SeatResigned
from domain.table.opening_events import TableStarted
from projections.leaderboard.results import UNREADABLE, sitters
from projections.table_list.indexes import is_public

COMMITS = 20  # of each partition
BLOCK_MS = 1_000
MOST_REMEMBERED = 10_000  # tables

RESIGNED = SeatResigned.type.encode()  # found in the bytes of such an event

log = logging.getLogger(__name__)


class TableFacts(NamedTuple):
    players: tuple[PlayerId, ...]  # by seat
    game: str
    public: bool
    in_feed: bool


class Resigned(NamedTuple):
    """The seats of a table that had resigned at a version."""

    version: int = 0
    seats: frozenset[Seat] = frozenset()


class Notifier:
    def __init__(
        self,
        events: EventLog,
        hooks: WebhookStore,
        group: ConsumerGroup,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._events, self._hooks, self._group = events, hooks, group
        self._most_waiting = most_waiting
        self._facts: OrderedDict[TableId, TableFacts] = OrderedDict()
        self._known: OrderedDict[TableId, Resigned] = OrderedDict()

    async def step(self, block_ms: int = BLOCK_MS) -> int:
        """Process the commits that have come in; without any webhook, none of them is loaded.

        A webhook wants no commit from before its creation. So whether there is one is asked after
        the commits were taken: one that is created later wants none of them.
        """
        taken = await self._group.take(COMMITS, block_ms)
        if taken and not await self._hooks.is_empty():
            await asyncio.gather(*map(self._notify, taken))
        if taken:
            await self._group.ack(taken)
        return len(taken)

    async def _notify(self, one: FeedEntry) -> None:
        try:
            await self._queue_deliveries(one)
        except UNREADABLE:
            log.exception("table %s: its webhooks could not be notified", one.table)

    async def _queue_deliveries(self, one: FeedEntry) -> None:
        count = one.last_version - one.first_version + 1
        events = decoded(await self._events.read(one.table, one.first_version - 1, count))
        facts = await self._facts_at(one)
        concerned = [*facts.players, *(who for each in events for who in invited(each.event))]
        hooks = await self._hooks.about(one.table, concerned, facts.public)
        if not hooks:
            return
        new = notices(events, facts.players, await self._resigned(one))
        if facts.public:
            new += lobby_notices(events)
        if facts.in_feed:
            new.append(feed_notice(events))
        for notice in new:
            for hook in hooks:
                if is_wanted(hook, notice, facts.game):
                    await self._queue(hook, delivery(hook, one.table, notice), one.at)

    async def _resigned(self, one: FeedEntry) -> frozenset[Seat]:
        """Return the seats that resigned before or in this commit; only new events are read."""
        known = self._known.get(one.table, Resigned())
        if known.version < one.last_version:
            count = one.last_version - known.version
            new = await self._events.read(one.table, known.version, count)
            found = (
                decode_without_rules(each.event).event for each in new if RESIGNED in each.event
            )
            seats = (event.seat for event in found if isinstance(event, SeatResigned))
            known = Resigned(one.last_version, known.seats.union(seats))
            self._known[one.table] = known
            if len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
        return known.seats

    async def _queue(self, hook: Hook, new: Delivery, happened: int) -> None:
        most = self._most_waiting
        instead = overflow(new, most)
        if not await self._hooks.notify(hook, new, happened, most, instead):
            log.warning("webhook %s is disabled: %s", hook.id, instead.disabled.reason)

    async def _facts_at(self, one: FeedEntry) -> TableFacts:
        """Return who sits at the table at this commit; after the start it never changes."""
        known = self._facts.get(one.table)
        if known is not None:
            return known
        history = decoded(await self._events.read(one.table, limit=one.last_version))
        row = fold_row(None, history)
        assert row is not None  # it is in the feed, so it has a history
        players = tuple(sitter.player for sitter in sitters(history))
        public = is_public(row) and row.fork_of is None
        facts = TableFacts(players, row.game, public, public and not row.sandbox)
        if any(isinstance(recorded.event, TableStarted) for recorded in history):
            self._facts[one.table] = facts
            if len(self._facts) > MOST_REMEMBERED:
                self._facts.popitem(last=False)
        return facts
