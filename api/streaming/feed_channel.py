"""The streams of the public feed in one process: each commit is read and rendered once for all."""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Sequence
from itertools import islice

from api.streaming.subscriber import Subscriber
from application.ports.event_log import StoreUnavailable
from application.ports.feeds import FeedGrowth, Positions
from application.settings import Settings
from projections.public_feed.cursor import encode_cursor
from projections.public_feed.query import CursorExpired, PublicFeed
from projections.public_feed.render import RenderedCommit

logger = logging.getLogger("ludotheque")
RETRY_SECONDS = 0.5  # between attempts while the store does not answer
COALESCE_SECONDS = 0.02  # between two reads: commits of that time are read together


class FeedChannel:
    """Reads the feeds from its positions on while any stream of the feed is open."""

    def __init__(self, feed: PublicFeed, growth: FeedGrowth, settings: Settings) -> None:
        self._feed = feed
        self._growth = growth
        self._most_recent = settings.most_behind
        self.positions: Positions = ()
        self.cursor = ""  # of the positions
        self.count = 0  # commits since the start of the process
        self._recent: deque[RenderedCommit] = deque()
        self._subscribers: set[Subscriber] = set()
        self._grown: set[int] = set()
        self._opening = asyncio.Lock()
        self._reading: asyncio.Task[None] | None = None
        self._is_open = self._closing = False

    async def subscribe(self, subscriber: Subscriber) -> None:
        """Wake the subscriber for every commit after `positions` from now on."""
        self._subscribers.add(subscriber)
        if self._closing:
            subscriber.end("shutdown")
            return
        async with self._opening:
            if not self._is_open:
                self._move(await self._feed.newest())
                self._recent.clear()
                self._growth.listen(self._on_growth)
                self._is_open = True

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self._subscribers.discard(subscriber)
        if self._subscribers or not self._is_open:
            return
        self._is_open = False
        self._growth.unlisten(self._on_growth)
        if self._reading is not None:
            self._reading.cancel()

    def commits_after(self, count: int) -> Sequence[RenderedCommit] | None:
        """Return the commits since `count`; None if some of them are no longer kept here."""
        new = self.count - count
        if new > len(self._recent):
            return None
        return list(islice(self._recent, len(self._recent) - new, None))

    def end_streams_of(self, tokens: Collection[bytes]) -> None:
        """End the streams that were opened with tokens that are no longer valid."""
        for subscriber in self._subscribers:
            if subscriber.token in tokens:
                subscriber.end("token_unknown")

    def close(self) -> None:
        """End every stream, also those that are opened from now on: the process is ending."""
        self._closing = True
        self._end("shutdown")

    def _end(self, reason: str) -> None:
        for subscriber in self._subscribers:
            subscriber.end(reason)

    def _on_growth(self, partitions: Collection[int]) -> None:
        self._grown.update(partitions)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
            self._reading.add_done_callback(self._on_read)

    async def _read(self) -> None:
        while self._grown:
            grown, self._grown = self._grown, set()
            try:
                commits, more = await self._feed.news(self.positions, grown)
            except StoreUnavailable:
                self._grown |= grown
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except CursorExpired:  # this process stood still for so long
                self._end("lagging")
                return
            if more:
                self._grown |= grown
            if commits:
                self._extend(commits)
                await asyncio.sleep(COALESCE_SECONDS)

    def _on_read(self, task: "asyncio.Task[None]") -> None:
        """End all streams if reading has failed; otherwise they would wait without end."""
        self._reading = None
        if task.cancelled():
            return
        if task.exception() is not None:
            logger.error("the streams of the feed failed", exc_info=task.exception())
            self._end("store_unavailable")
        elif self._grown and self._is_open:
            self._on_growth(())

    def _extend(self, commits: Sequence[RenderedCommit]) -> None:
        self._recent.extend(commits)
        while len(self._recent) > max(self._most_recent, len(commits)):
            self._recent.popleft()
        self.count += len(commits)
        positions = list(self.positions)
        for commit in commits:
            positions[commit.partition] = commit.id
        self._move(tuple(positions))
        for subscriber in self._subscribers:
            subscriber.wake()

    def _move(self, positions: Positions) -> None:
        self.positions, self.cursor = positions, encode_cursor(positions)
