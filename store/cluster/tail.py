"""Reads what is added to the feeds of a cluster: each by itself, so that one may be unreachable."""

import asyncio

from application.ports.feeds import START, FeedEntry, FeedTail, Positions
from store.cluster.client import ClusterClient
from store.cluster.feeds import ClusterFeeds, Command, FeedReply
from store.feeds.entries import decode_entries, decode_versions
from store.feeds.follower_base import BLOCK_SECONDS, FollowerBase
from store.feeds.positions import parse_id, written
from store.keyspace import FEEDS, PARTITIONS, partition


class ClusterTail(FeedTail):
    def __init__(self, url: str, seconds: float) -> None:
        self._client = ClusterClient(url, seconds)
        self._feeds = ClusterFeeds(url, self._client, self._command)
        self._after: Positions = (START,) * PARTITIONS
        self._count = 1
        self._failures = 0

    @property
    def interruptions(self) -> int:
        return self._failures + self._feeds.changes

    async def read(self, after: Positions, count: int, block_ms: int) -> list[FeedEntry]:
        set_back = [p for p in range(PARTITIONS) if after[p] < self._after[p]]
        self._after, self._count = after, count
        self._feeds.mark(set_back)
        loop = asyncio.get_running_loop()
        until = loop.time() + block_ms / 1000
        while True:
            replies = await self._feeds.read(max(0.0, until - loop.time()))
            found = [entry for p, read in replies.items() for entry in self._entries(p, read)]
            if found or loop.time() >= until:
                return found

    async def aclose(self) -> None:
        await self._feeds.aclose()
        await self._client.aclose()

    def _command(self, p: int) -> Command:
        return ("XREAD", "COUNT", self._count, "STREAMS", FEEDS[p], written(self._after[p]))

    def _entries(self, p: int, read: FeedReply) -> list[FeedEntry]:
        """Return new entries; the read may have been sent before the position was changed."""
        if isinstance(read.reply, BaseException):
            self._failures += 1
            return []
        if parse_id(str(read.command[-1]).encode()) > self._after[p]:
            return []  # it has left out what is read next
        found = [entry for _, entries in read.reply for entry in decode_entries(p, entries)]
        return [entry for entry in found if entry.id > self._after[p]]


# Follows the feeds of a cluster: each by a command of its own, so that one may be unreachable.

FIND_END = "XREVRANGE"


class ClusterFollower(FollowerBase):
    def __init__(self, url: str, seconds: float) -> None:
        client = ClusterClient(url, seconds)
        super().__init__(client)
        self._feeds = ClusterFeeds(url, client, self._command)
        self._last_ids: list[bytes | None] = [None] * PARTITIONS  # None: the end is not known
        self._changes_seen = 1  # the servers that were found first

    async def aclose(self) -> None:
        await super().aclose()  # first: while it follows, it opens new listeners
        await self._feeds.aclose()

    async def _seek_to_end(self) -> None:
        self._last_ids = [None] * PARTITIONS
        self._versions.clear()
        self._feeds.mark(range(PARTITIONS))

    async def _read_new(self) -> None:
        replies = await self._feeds.read(BLOCK_SECONDS)
        if self._feeds.changes != self._changes_seen:
            self._changes_seen = self._feeds.changes
            await self._seek_to_end()  # another server may not have the last commits
            return
        begun = {p for p, reply in replies.items() if self._apply(p, reply)}
        if begun:
            self._versions.clear()
            self.gaps += 1
            await self._fetch_versions([t for t in self._wanted() if partition(t) in begun])
        if replies:
            self._grown(replies.keys())
            await self._gather()

    def _command(self, p: int) -> Command:
        last = self._last_ids[p]
        if last is None:
            return (FIND_END, FEEDS[p], "+", "-", "COUNT", 1)
        return ("XREAD", "STREAMS", FEEDS[p], last)

    def _apply(self, p: int, read: FeedReply) -> bool:
        """Take over what was read; return whether it was only the end of a feed.

        Commits before that end were not read, so the versions of its tables must be fetched.
        """
        if isinstance(read.reply, BaseException):
            self._last_ids[p] = None
            return False
        if read.command[0] == FIND_END:
            self._last_ids[p] = read.reply[0][0] if read.reply else b"0-0"
            return True
        [[_, entries]] = read.reply
        for table, version in decode_versions(entries):
            self._advanced(table, version)
        if self._last_ids[p] == read.command[-1]:  # else the feed was begun again meanwhile
            self._last_ids[p] = entries[-1][0]
        return False
