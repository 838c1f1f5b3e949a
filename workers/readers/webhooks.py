"""Queues what a commit means for the people at its table, once, however often it is handed out."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence

from application.ports.feeds import WEBHOOKS, Move
from application.ports.webhooks import Delivery, Hook, WebhookStore
from application.webhooks.notices import delivery, is_wanted, own_notices
from application.webhooks.overflow import overflow
from application.webhooks.policy import MOST_WAITING
from application.webhooks.subscribers import Subscribers
from domain.kernel.ids import TableId
from workers.readers.reader import Noted

log = logging.getLogger(__name__)


class WebhookReader:
    name: str = WEBHOOKS
    rebuild: str | None = None

    def __init__(
        self,
        hooks: WebhookStore,
        most_waiting: int = MOST_WAITING,
        notified: Callable[[], None] = lambda: None,
    ) -> None:
        self._hooks, self._most_waiting, self._notified = hooks, most_waiting, notified
        self._subscribers = Subscribers()

    async def take(self, commits: Sequence[Noted], move: Move) -> bool:
        """Queue what subscribers want; without any, nothing is read but their revision.

        A webhook wants no commit from before its creation. The revision is read after the commits:
        a webhook that is created later wants none of them.
        """
        if not commits:
            return False
        revision = await self._hooks.revision()
        if revision != self._subscribers.revision:
            self._subscribers = Subscribers(revision, await self._hooks.every())
        if not self._subscribers.is_empty:
            tables: defaultdict[TableId, list[Noted]] = defaultdict(list)
            for one in commits:
                tables[one.entry.table].append(one)
            await asyncio.gather(*(self._notify(some) for some in tables.values()))
        return False

    async def _notify(self, commits: Sequence[Noted]) -> None:
        """Queue what the commits of one table cause, in their order."""
        for one in commits:
            await self._notify_of(one)

    async def _notify_of(self, one: Noted) -> None:
        table, notes = one.entry.table, one.notes
        for notice in own_notices(notes):
            for hook in self._subscribers.concerned(table, notice):
                if is_wanted(hook, notice, notes.game):
                    await self._queue(hook, delivery(hook, table, notice), one.entry.at)

    async def _queue(self, hook: Hook, new: Delivery, happened: int) -> None:
        most = self._most_waiting
        instead = overflow(new, most)
        if not await self._hooks.notify(hook, new, happened, most, instead):
            log.warning("webhook %s is disabled: %s", hook.id, instead.disabled.reason)
        self._notified()
