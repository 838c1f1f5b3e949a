"""The streams of the public feed: each commit is read and rendered once for all of them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from api.streaming import sse
from api.streaming.channel import RETRY_SECONDS, Channel
from api.streaming.session import PendingFrames, Source
from application.ports.event_log import StoreUnavailable
from application.ports.feeds import START, Id
from projections.public_feed.cursor import encode_cursor
from projections.public_feed.query import CursorExpired, PublicFeed
from projections.public_feed.render import FeedFilter, RenderedCommit

READ_SECONDS = 0.1  # between two reads: commits of that time are read together
PAGE = 100  # events that are read at once
KEY = "feed"


@dataclass(frozen=True)
class FeedStreams:
    """What all streams of the feed share."""

    feed: PublicFeed
    settle: Callable[[int], None]  # charges the caller for commits that were read
    most_behind: int


class FeedChannel(Channel[RenderedCommit]):
    """Reads the feed from its end on, as long as it has streams."""

    def __init__(self, shared: FeedStreams) -> None:
        super().__init__(KEY, shared.most_behind)
        self.end_id: Id = START  # of the feed, as far as it was read
        self._shared = shared

    async def open(self) -> None:
        self.end_id = await self._shared.feed.newest()
        self.read_if_behind()

    def is_behind(self) -> bool:
        return True  # the feed grows without a notice

    async def read(self) -> None:
        while True:
            try:
                commits, more = await self._shared.feed.news(self.end_id)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except CursorExpired:  # this process stood still for so long
                self.end("lagging")
                return
            if commits:
                self.end_id = commits[-1].id
                self.extend(commits)
            await asyncio.sleep(0 if more else READ_SECONDS)


class FeedCursor(NamedTuple):
    position: int  # in the channel
    sent: str  # where a client continues
    announced: str  # the last cursor that the client knows


class FeedSource(Source[FeedChannel, FeedCursor]):
    key = KEY

    def __init__(self, shared: FeedStreams, after: Id, wanted: FeedFilter) -> None:
        self._shared = shared
        self._after = after
        self._wanted = wanted
        self._until = START  # of the channel when the stream began

    def make_channel(self) -> FeedChannel:
        return FeedChannel(self._shared)

    async def first(self) -> PendingFrames[FeedCursor]:
        begin, self._until = encode_cursor(self._after), self.channel.end_id
        self.cursor = FeedCursor(self.channel.position, begin, begin)
        return PendingFrames(sse.beginning(begin), self.cursor)

    async def past(self) -> PendingFrames[FeedCursor] | None:
        """Return the next commits before those of the channel; later ones may be among them."""
        if self._after >= self._until:
            return None
        try:
            page = await self._shared.feed.page(self._after, self._wanted, PAGE)
        except CursorExpired:
            return PendingFrames(b"", self.cursor, "lagging")
        if not page.scanned:
            return None  # the store was reset to an earlier state
        self._shared.settle(page.looked_at)
        self._after = page.position
        return self._pending(page.lines, self.cursor.position, encode_cursor(page.position))

    def news_now(self) -> PendingFrames[FeedCursor] | None:
        commits = self.channel.after(self.cursor.position)
        if commits is None:
            return None
        if not commits:
            return PendingFrames(b"", self.cursor)
        # Those up to `_after` were sent as some of the past.
        fresh = [each for each in commits if each.id > self._after]
        lines = [line for each in fresh for line in self._wanted.lines(each)]
        return self._pending(lines, self.channel.position, encode_cursor(self.channel.end_id))

    def _pending(
        self, lines: Sequence[bytes], position: int, cursor: str
    ) -> PendingFrames[FeedCursor]:
        content = sse.batch(lines, cursor) if lines else b""
        announced = cursor if lines else self.cursor.announced
        return PendingFrames(content, FeedCursor(position, cursor, announced))

    def keep_alive(self) -> bytes:
        """Return a comment, and how far the stream is if it had nothing to send."""
        _, sent, announced = self.cursor
        return sse.KEEP_ALIVE + (b"" if announced == sent else sse.position(sent))

    def resume_from(self) -> Mapping[str, Any]:
        return {"next": self.cursor.sent}
