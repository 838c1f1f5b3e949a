"""The same reader on a cluster: each feed is followed by itself, so that one may be away."""

import asyncio

from store.cluster.client import ClusterClient
from store.cluster.feeds import ClusterFeeds, Command, Read
from store.feeds.follower_base import BLOCK_SECONDS, BREATH, FollowerBase
from store.keyspace import FEEDS, PARTITIONS, partition

FIND_END = "XREVRANGE"


class ClusterFollower(FollowerBase):
    def __init__(self, url: str) -> None:
        client = ClusterClient(url)
        super().__init__(client)
        self._feeds = ClusterFeeds(url, client, self._command)
        self._ids: list[bytes | None] = [None] * PARTITIONS  # None: where it ends is not known

    async def aclose(self) -> None:
        await super().aclose()  # first: while it follows, it gets new ears
        await self._feeds.aclose()

    async def _find_ends(self) -> None:
        self._ids = [None] * PARTITIONS
        self._versions.clear()
        self._feeds.mark(range(PARTITIONS))

    async def _read_on(self) -> None:
        found = await self._feeds.read(BLOCK_SECONDS)
        begun = {p for p, read in found.items() if self._take_in(p, read)}
        if begun:
            self._versions.clear()
            await self._look_up([table for table in self._waiters if partition(table) in begun])
        if found:
            await asyncio.sleep(BREATH)

    def _command(self, p: int) -> Command:
        last = self._ids[p]
        if last is None:
            return (FIND_END, FEEDS[p], "+", "-", "COUNT", 1)
        return ("XREAD", "STREAMS", FEEDS[p], last)

    def _take_in(self, p: int, read: Read) -> bool:
        """Hear what it says; whether only its end was found, so that the rest must be looked up."""
        if isinstance(read.answer, BaseException):
            self._ids[p] = None
            return False
        if read.asked[0] == FIND_END:
            self._ids[p] = read.answer[0][0] if read.answer else b"0-0"
            return True
        [[_, entries]] = read.answer
        for _, fields in entries:
            self._hear(fields[1].decode(), int(fields[5]))
        if self._ids[p] == read.asked[-1]:  # else it was begun anew meanwhile
            self._ids[p] = entries[-1][0]
        return False
