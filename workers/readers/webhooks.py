"""Queues the deliveries that a commit causes, once, however often the commit is handed out."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence

from application.ports.event_log import EventLog
from application.ports.feeds import WEBHOOKS, Move
from application.ports.webhooks import Delivery, Hook, WebhookStore
from application.webhooks.notices import delivery, feed_notice, is_wanted, webhook_notices
from application.webhooks.overflow import overflow
from application.webhooks.policy import MOST_WAITING
from application.webhooks.subscribers import Subscribers
from domain.kernel.ids import TableId
from projections.public_feed.facts import is_in_feed
from workers.readers.reader import Noted
from workers.readers.table_list import readable_rows

log = logging.getLogger(__name__)


class WebhookReader:
    name: str = WEBHOOKS
    rebuild: str | None = None

    def __init__(
        self, events: EventLog, hooks: WebhookStore, most_waiting: int = MOST_WAITING
    ) -> None:
        self._events, self._hooks = events, hooks
        self._most_waiting = most_waiting
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
            in_feed = await self._in_feed(commits)
            tables: defaultdict[TableId, list[Noted]] = defaultdict(list)
            for one in commits:
                tables[one.entry.table].append(one)
            await asyncio.gather(*(self._notify(some, in_feed) for some in tables.values()))
        return False

    async def _notify(self, commits: Sequence[Noted], in_feed: dict[TableId, str]) -> None:
        """Queue what the commits of one table cause, in their order."""
        for one in commits:
            await self._notify_of(one, in_feed)

    async def _notify_of(self, one: Noted, in_feed: dict[TableId, str]) -> None:
        table, notes = one.entry.table, one.notes
        new = webhook_notices(notes)
        if table in in_feed:
            new.append(feed_notice(one.entry.last_version, notes.at or one.entry.at))
        public, game = notes.public or table in in_feed, notes.game or in_feed.get(table, "")
        for notice in new:
            for hook in self._subscribers.concerned(table, notice, public):
                if is_wanted(hook, notice, game):
                    await self._queue(hook, delivery(hook, table, notice), one.entry.at)

    async def _in_feed(self, commits: Sequence[Noted]) -> dict[TableId, str]:
        """Return the tables whose events the public feed shows, with their games."""
        if not self._subscribers.to_feed:
            return {}
        tables = list(dict.fromkeys(one.entry.table for one in commits))
        rows = (await readable_rows(self._events, tables)).values()
        return {row.id: row.game for row in rows if row is not None and is_in_feed(row)}

    async def _queue(self, hook: Hook, new: Delivery, happened: int) -> None:
        most = self._most_waiting
        instead = overflow(new, most)
        if not await self._hooks.notify(hook, new, happened, most, instead):
            log.warning("webhook %s is disabled: %s", hook.id, instead.disabled.reason)
