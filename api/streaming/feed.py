"""The streams of the public feed: each commit is read and rendered once for all of them."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from api.streaming import sse
from api.streaming.channel import RETRY_SECONDS, Channel
from api.streaming.session import PendingFrames, Source
from application.ports.event_log import StoreUnavailable
from application.ports.feeds import FeedGrowth, Id, Positions
from projections.public_feed.cursor import encode_cursor
from projections.public_feed.query import CursorExpired, PublicFeed
from projections.public_feed.render import FeedFilter, RenderedCommit

COALESCE_SECONDS = 0.02  # between two reads: commits of that time are read together
PAGE = 100  # events that are read at once
KEY = "feed"


@dataclass(frozen=True)
class FeedStreams:
    """What all streams of the feed share."""

    feed: PublicFeed
    growth: FeedGrowth
    settle: Callable[[int], None]  # charges the caller for commits that were read
    most_behind: int


class FeedChannel(Channel[RenderedCommit]):
    """Reads the feeds from its positions on."""

    def __init__(self, shared: FeedStreams) -> None:
        super().__init__(KEY, shared.most_behind)
        self.positions: Positions = ()
        self.cursor = ""  # of the positions
        self._shared = shared
        self._grown: set[int] = set()

    async def open(self) -> None:
        self._move(await self._shared.feed.newest())
        self._shared.growth.listen(self._on_growth)
        self._on_growth(range(len(self.positions)))  # it may have grown meanwhile

    def close(self) -> None:
        if self.is_open and not self.has_ended:
            self._shared.growth.unlisten(self._on_growth)
        super().close()

    def _on_growth(self, partitions: Collection[int]) -> None:
        self._grown.update(partitions)
        self.read_if_behind()

    def is_behind(self) -> bool:
        return bool(self._grown)

    async def read(self) -> None:
        while self._grown:
            grown, self._grown = self._grown, set()
            try:
                commits, more = await self._shared.feed.news(self.positions, grown)
            except StoreUnavailable:
                self._grown |= grown
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except CursorExpired:  # this process stood still for so long
                self.end("lagging")
                return
            if more:
                self._grown |= grown
            if commits:
                self._take(commits)
                await asyncio.sleep(COALESCE_SECONDS)

    def _take(self, commits: Sequence[RenderedCommit]) -> None:
        positions = list(self.positions)
        for commit in commits:
            positions[commit.partition] = commit.id
        self._move(tuple(positions))
        self.extend(commits)

    def _move(self, positions: Positions) -> None:
        self.positions, self.cursor = positions, encode_cursor(positions)


class FeedCursor(NamedTuple):
    position: int  # in the channel
    sent: str  # where a client continues
    announced: str  # the last cursor that the client knows


class FeedSource(Source[FeedChannel, FeedCursor]):
    key = KEY

    def __init__(self, shared: FeedStreams, after: Positions, wanted: FeedFilter) -> None:
        self._shared = shared
        self._after = after
        self._wanted = wanted
        self._until: Positions = ()  # of the channel when the stream began

    def make_channel(self) -> FeedChannel:
        return FeedChannel(self._shared)

    async def first(self) -> PendingFrames[FeedCursor]:
        begin, self._until = encode_cursor(self._after), self.channel.positions
        self.cursor = FeedCursor(self.channel.position, begin, begin)
        return PendingFrames(sse.beginning(begin), self.cursor)

    async def past(self) -> PendingFrames[FeedCursor] | None:
        """Return the next commits before those of the channel; later ones may be among them."""
        if not any(own < end for own, end in zip(self._after, self._until, strict=True)):
            return None
        try:
            page = await self._shared.feed.page(self._after, self._wanted, PAGE)
        except CursorExpired:
            return PendingFrames(b"", self.cursor, "lagging")
        if not page.looked_at:
            return None  # the store was reset to an earlier state
        self._shared.settle(page.looked_at)
        self._after = page.positions
        return self._pending(page.lines, self.cursor.position, encode_cursor(page.positions))

    def news_now(self) -> PendingFrames[FeedCursor] | None:
        commits = self.channel.after(self.cursor.position)
        if commits is None:
            return None
        if not commits:
            return PendingFrames(b"", self.cursor)
        lines = [
            line for each in commits if self._is_new(each) for line in self._wanted.lines(each)
        ]
        return self._pending(lines, self.channel.position, self.channel.cursor)

    def _is_new(self, commit: RenderedCommit) -> bool:
        """Return whether the commit was not sent as one of the past."""
        sent: Id = self._after[commit.partition]
        return commit.id > sent

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
