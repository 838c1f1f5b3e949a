"""Pages of the feed: what follows a position, and fits the filters of a caller."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from application.ports.event_log import EventLog
from application.ports.feeds import FeedEntry, FeedReader, Id
from domain.judging.rows.notices import decode_notes
from domain.kernel.messages import Value
from projections.public_feed.render import FeedFilter, FeedRenderer, RenderedCommit

AT_ONCE = 32  # commits that are rendered together
SCANNED = 500  # entries that are read at once
MOST_SCANNED = 2_000  # after which a page with any line ends
PAGE_BYTES = 1 << 20  # after which a page ends
NEWS = 256  # commits that are read at once for streams
ALL = FeedFilter()
Pause: TypeAlias = Callable[[], Awaitable[None]]


class CursorExpired(Exception):
    """Entries after this position are no longer kept."""


class FeedPage(Value, frozen=True):
    lines: Sequence[bytes]
    position: Id  # after the page
    more: bool  # whether there are later commits already
    scanned: int  # entries
    looked_at: int  # commits, which were rendered


class PublicFeed:
    """Reads and renders the commits of all tables for the callers of one process."""

    def __init__(self, reader: FeedReader, log: EventLog) -> None:
        self._reader = reader
        self.renderer = FeedRenderer(log)

    async def oldest(self) -> Id:
        """Return the position before everything that is kept."""
        return (await self._reader.bounds())[0]

    async def newest(self) -> Id:
        """Return the position after everything that is in the feed so far."""
        return (await self._reader.bounds())[1]

    async def is_kept(self, after: Id) -> bool:
        """Return whether everything after this position is still there."""
        return after >= await self.oldest()

    async def page(
        self, after: Id, wanted: FeedFilter, limit: int, pause: Pause | None = None
    ) -> FeedPage:
        """Return the next lines; raises CursorExpired if some of them are gone.

        A page ends after `limit` lines, or earlier, but never without any line while the feed has
        one: it reads on, with a pause now and then. Only whole commits are in it, so that its end
        is a position in the feed.
        """
        page = _Page(after, wanted, limit)
        count = limit if wanted == ALL else SCANNED
        while True:
            entries = await self._next(page.position, count)
            for start in range(0, len(entries), AT_ONCE):
                batch = entries[start : start + AT_ONCE]
                matching = [entry for entry in batch if wanted.matches(decode_notes(entry.notes))]
                commits = {each.id: each for each in await self.renderer.render(matching)}
                for entry in batch:
                    if page.is_full:
                        return page.ended(more=True)
                    page.add(entry.id, commits.get(entry.id))
            if len(entries) < count or page.is_full or page.is_long:
                return page.ended(more=len(entries) == count)
            if pause is not None:
                await pause()

    async def news(self, after: Id) -> tuple[list[RenderedCommit], bool]:
        """Return the next commits, oldest first; whether there may be more."""
        entries = await self._next(after, NEWS)
        return await self.renderer.render(entries), len(entries) == NEWS

    async def _next(self, after: Id, count: int) -> Sequence[FeedEntry]:
        found = await self._reader.read(after, count)
        if found.trimmed > after:
            raise CursorExpired
        return found.entries


class _Page:
    """A page that is being filled."""

    def __init__(self, after: Id, wanted: FeedFilter, limit: int) -> None:
        self.position = after
        self._wanted, self._limit = wanted, limit
        self._lines: list[bytes] = []
        self._size = self._scanned = self._rendered = 0

    @property
    def is_full(self) -> bool:
        return len(self._lines) >= self._limit or self._size >= PAGE_BYTES

    @property
    def is_long(self) -> bool:
        return bool(self._lines) and self._scanned >= MOST_SCANNED

    def add(self, id_: Id, commit: RenderedCommit | None) -> None:
        self.position = id_
        self._scanned += 1
        if commit is not None:
            found = self._wanted.lines(commit)
            self._lines += found
            self._size += sum(map(len, found))
            self._rendered += 1

    def ended(self, more: bool) -> FeedPage:
        return FeedPage(self._lines, self.position, more, self._scanned, self._rendered)
