"""Reads what is added to the feeds of a cluster: each by itself, so that one may be unreachable."""

import asyncio

from application.ports.feeds import START, FeedEntry, FeedTail, Positions
from store.cluster.client import ClusterClient
from store.cluster.feeds import ClusterFeeds, Command, FeedReply
from store.feeds.entries import decode_entries
from store.feeds.positions import parse_id, written
from store.keyspace import FEEDS, PARTITIONS


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
