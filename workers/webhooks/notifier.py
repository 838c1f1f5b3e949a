"""Queues the deliveries that a commit causes, once, however often the commit is handed out."""

import asyncio
import logging
from collections import OrderedDict
from typing import NamedTuple

from application.ports.event_log import EventLog
from application.ports.feeds import ConsumerGroup, FeedEntry
from application.ports.webhooks import Delivery, Hook, WebhookStore
from application.webhooks.notices import (
    causes_notices,
    concerns_lobby,
    delivery,
    is_wanted,
    lobby_notices,
    notices,
)
from application.webhooks.overflow import overflow
from application.webhooks.policy import MOST_WAITING
from domain.judging.codec import decoded
from domain.kernel.ids import PlayerId, TableId
from domain.table.events import TableStarted
from projections.leaderboard.results import UNREADABLE, sitters
from projections.table_list.row import fold_row, is_public

COMMITS = 20  # of each partition
BLOCK_MS = 1_000
MOST_REMEMBERED = 10_000  # tables

log = logging.getLogger(__name__)


class TableFacts(NamedTuple):
    players: tuple[PlayerId, ...]  # by seat
    game: str
    public: bool


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
        self._known: OrderedDict[TableId, TableFacts] = OrderedDict()

    async def step(self, block_ms: int = BLOCK_MS) -> int:
        taken = await self._group.take(COMMITS, block_ms)
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
        if not causes_notices(events):
            return
        facts = await self._facts(one)
        in_lobby = facts.public and concerns_lobby(events)
        hooks = await self._hooks.about(one.table, facts.players, in_lobby)
        new = notices(events, facts.players) if hooks else []
        for notice in (*(lobby_notices(events) if in_lobby and hooks else ()), *new):
            for hook in hooks:
                if is_wanted(hook, notice, facts.game):
                    await self._queue(hook, delivery(hook, one.table, notice), one.at)

    async def _queue(self, hook: Hook, new: Delivery, happened: int) -> None:
        most = self._most_waiting
        instead = overflow(new, most)
        if not await self._hooks.notify(hook, new, happened, most, instead):
            log.warning("webhook %s is disabled: %s", hook.id, instead.disabled.reason)

    async def _facts(self, one: FeedEntry) -> TableFacts:
        """Return who sits at the table at this commit; after the start it never changes."""
        known = self._known.get(one.table)
        if known is not None:
            return known
        history = decoded(await self._events.read(one.table, limit=one.last_version))
        row = fold_row(None, history)
        assert row is not None  # it is in the feed, so it has a history
        players = tuple(sitter.player for sitter in sitters(history))
        facts = TableFacts(players, row.game, is_public(row) and row.fork_of is None)
        if any(isinstance(recorded.event, TableStarted) for recorded in history):
            self._known[one.table] = facts
            if len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
        return facts
