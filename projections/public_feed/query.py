"""Pages of the feed: a bounded look at all partitions from a position on."""

from collections.abc import Iterable, Sequence
from itertools import islice

from application.ports.event_log import EventLog
from application.ports.feeds import FeedEntry, FeedReader, FeedSlice, Id, Positions
from domain.kernel.messages import Value
from projections.public_feed.render import FeedFilter, FeedRenderer, RenderedCommit

PER_PARTITION = 16  # entries that are read at once
LOOKED_AT = 256  # commits that one page looks at, at most
AT_ONCE = 32  # commits that are rendered together
PAGE_BYTES = 1 << 20  # after which a page ends


class CursorExpired(Exception):
    """Entries after this position are no longer kept."""


class FeedPage(Value, frozen=True):
    lines: Sequence[bytes]
    positions: Positions  # after the page
    more: bool  # whether there are later commits already
    looked_at: int  # commits


class PublicFeed:
    """Reads and renders the commits of all tables for the callers of one process."""

    def __init__(self, reader: FeedReader, log: EventLog) -> None:
        self._reader = reader
        self.partitions = reader.partitions
        self.renderer = FeedRenderer(log)

    async def oldest(self) -> Positions:
        """Return the positions before everything that is kept."""
        return (await self._reader.bounds())[0]

    async def newest(self) -> Positions:
        """Return the positions after everything that was stored so far."""
        return (await self._reader.bounds())[1]

    async def is_kept(self, after: Positions) -> bool:
        """Return whether everything after these positions is still there."""
        oldest = await self.oldest()
        return all(own >= first for own, first in zip(after, oldest, strict=True))

    async def page(self, after: Positions, wanted: FeedFilter, limit: int) -> FeedPage:
        """Return the next lines; raises CursorExpired if some of them are gone.

        A page ends after `limit` lines, or earlier: it looks at a bounded number of commits.
        Only whole commits are in it, so that its end is a position in the feed.
        """
        entries, more = await self._next(after, range(len(after)))
        lines: list[bytes] = []
        size = looked_at = 0
        positions = list(after)
        remaining = iter(entries)
        while batch := list(islice(remaining, AT_ONCE)):
            for commit in await self.renderer.render(batch):
                if looked_at and (len(lines) >= limit or size >= PAGE_BYTES):
                    return FeedPage(lines, tuple(positions), True, looked_at)
                found = wanted.lines(commit)
                lines += found
                size += sum(map(len, found))
                positions[commit.partition] = commit.id
                looked_at += 1
        return FeedPage(lines, tuple(positions), more, looked_at)

    async def news(
        self, after: Positions, partitions: Iterable[int]
    ) -> tuple[list[RenderedCommit], bool]:
        """Return the next commits of these partitions, oldest first; whether there may be more."""
        entries, more = await self._next(after, partitions)
        return await self.renderer.render(entries), more

    async def _next(
        self, after: Positions, partitions: Iterable[int]
    ) -> tuple[list[FeedEntry], bool]:
        slices = await self._reader.read({p: after[p] for p in partitions}, PER_PARTITION)
        if any(each.trimmed > after[each.partition] for each in slices):
            raise CursorExpired
        entries, more = _in_order(slices)
        return entries[:LOOKED_AT], more or len(entries) > LOOKED_AT


def _in_order(slices: Sequence[FeedSlice]) -> tuple[list[FeedEntry], bool]:
    """Return entries by time, as far as every partition was read; whether there may be more."""
    full = [each for each in slices if len(each.entries) >= PER_PARTITION]
    until: Id | None = min((each.entries[-1].id for each in full), default=None)
    found = [
        (entry.id, entry)
        for each in slices
        for entry in each.entries
        if until is None or entry.id <= until
    ]
    return [entry for _, entry in sorted(found, key=lambda pair: pair[0])], bool(full)
