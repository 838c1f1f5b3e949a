"""Queues public notices: a webhook for them is a cursor in the public feed, moved in batches."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from msgspec.structs import replace

from application.ports.feeds import FeedEntry, FeedReader, Id
from application.ports.webhooks import Delivery, Hook, Pull, WebhookStore
from application.webhooks.notices import WebhookNotice, delivery, is_wanted, public_notices
from domain.judging.rows.notices import decode_notes
from domain.kernel.ids import TableId

CHUNK = 500  # entries of the feed that are read at once
LOOKED_AT, AT_ONCE = 300, 16  # webhooks that are looked at, and get notices, in one step: 3 ms
BATCH = 10  # notices that wait of one webhook; it gets no more before
LOOK_SECONDS = 0.25  # between two looks at the end of the feed
PAUSE_SECONDS, LONGEST_PAUSE = 1.0, 30.0  # between two batches for a webhook
KEPT_BACK_MS = 60_000  # by which a cursor is moved on though nothing was wanted
STANDBY_SECONDS = 1.0  # between two attempts to get the lease


class _Cursor:
    """A webhook, and how far it has come here."""

    def __init__(self, hook: Hook) -> None:
        # A commit of the millisecond of its creation is news.
        ms, _, number = (hook.cursor or f"{hook.created - 1}-0").partition("-")
        self.hook = hook
        self.position: Id = (int(ms), int(number))
        self.look_at, self.pause = 0.0, PAUSE_SECONDS

    def moved(self, reached: Id, now: float) -> None:
        self.hook = replace(self.hook, cursor=_written(reached))
        self.position, self.pause = reached, PAUSE_SECONDS
        self.look_at = now + self.pause

    def wait(self, now: float) -> None:
        """Wait the longer, the less its address takes."""
        self.pause = min(2 * self.pause, LONGEST_PAUSE)
        self.look_at = now + self.pause


class Puller:
    def __init__(
        self, feed: FeedReader, hooks: WebhookStore, hold: Callable[[], Awaitable[bool]]
    ) -> None:
        """`hold` returns whether this process has the lease: the others stand by."""
        self._feed, self._hooks, self._hold = feed, hooks, hold
        self._revision = -1
        self._cursors: dict[str, _Cursor] = {}

    async def step(self) -> None:
        """Move on the webhooks that are behind most."""
        if not await self._hold():
            self._revision = -1
            await asyncio.sleep(STANDBY_SECONDS)
            return
        await self._refresh()
        newest, now = (await self._feed.bounds())[1], asyncio.get_running_loop().time()
        ready = [
            each
            for each in self._cursors.values()
            if each.position < newest and each.look_at <= now
        ]
        if not ready:
            await asyncio.sleep(LOOK_SECONDS)
            return
        start = min(each.position for each in ready)
        equal = [each for each in ready if each.position == start]
        await self._move(equal[:LOOKED_AT], start, now)

    async def _refresh(self) -> None:
        """Take over the webhooks that were created or deleted; the others stay where they are."""
        revision = await self._hooks.revision()
        if revision != self._revision:
            public = [hook for hook in await self._hooks.every() if hook.about.lobby]
            kept = self._cursors if self._revision >= 0 else {}
            self._cursors = {hook.id: kept.get(hook.id) or _Cursor(hook) for hook in public}
            self._revision = revision

    async def _move(self, some: Sequence[_Cursor], start: Id, now: float) -> None:
        """Move on webhooks that have come equally far; they share one read of the feed."""
        entries = (await self._feed.read(start, CHUNK)).entries
        if not entries:
            for each in some:  # the store was reset to an earlier state
                each.look_at = now + LONGEST_PAUSE
            return
        noticed = _Noticed(entries)
        pulls: list[tuple[_Cursor, Id, Sequence[Delivery]]] = []
        for each in some:
            reached, wanted = noticed.for_hook(each.hook)
            if wanted or reached[0] - start[0] > KEPT_BACK_MS:
                pulls.append((each, reached, wanted))
            else:
                each.position, each.look_at = reached, now + PAUSE_SECONDS
            if len(pulls) == AT_ONCE:
                break
        replies = await self._hooks.pull(
            [Pull(each.hook, _written(reached), wanted) for each, reached, wanted in pulls], BATCH
        )
        for (each, reached, _), reply in zip(pulls, replies, strict=True):
            if reply is None:
                await self._look_again(each, now)
            elif reply[1]:
                each.moved(reached, now)
            else:
                each.wait(now)

    async def _look_again(self, each: _Cursor, now: float) -> None:
        """Begin at the stored cursor: another process was faster, or it is disabled."""
        [hook] = await self._hooks.find([each.hook.id])
        if hook is not None and hook.disabled is None:
            self._cursors[hook.id] = _Cursor(hook)
        each.look_at = now + LONGEST_PAUSE


class _Noticed:
    """What a part of the feed means for webhooks: by event and game, and once for each table."""

    def __init__(self, entries: Sequence[FeedEntry]) -> None:
        self._end = entries[-1].id
        self._found: dict[tuple[str, str], dict[object, _Found]] = {}
        for entry in entries:
            notes = decode_notes(entry.notes)
            for notice in public_notices(notes, entry.last_version):
                again = notice.event == "feed"  # a newer one of the table replaces it
                key = entry.table if again else (entry.table, notice.version)
                found = self._found.setdefault((notice.event, notes.game), {})
                found.pop(key, None)
                found[key] = (entry.id, entry.table, notice)

    def for_hook(self, hook: Hook) -> tuple[Id, list[Delivery]]:
        """Return the next notices of a webhook, and how far it has come with them."""
        found = sorted(
            (each for some in self._wanted(hook) for each in some), key=lambda each: each[0]
        )
        reached = found[BATCH - 1][0] if len(found) > BATCH else self._end
        return reached, [
            delivery(hook, table, notice) for id_, table, notice in found if id_ <= reached
        ]

    def _wanted(self, hook: Hook) -> Iterable[Iterable["_Found"]]:
        for (_, game), found in self._found.items():
            if is_wanted(hook, next(iter(found.values()))[2], game):
                yield (each for each in found.values() if each[0][0] >= hook.created)


_Found = tuple[Id, TableId, WebhookNotice]


def _written(id_: Id) -> str:
    return f"{id_[0]}-{id_[1]}"
