"""The same hold on the feeds of a cluster: each by itself, so that one may be away."""

import asyncio
from collections.abc import Iterable

from application.ports.feeds import FeedEntry
from store.client.replies import is_unreachable, raise_first_error
from store.cluster.client import ClusterClient
from store.cluster.feeds import ClusterFeeds, Command, Read
from store.feeds.consumer_group import NEW, OWN, ConsumerGroupBase, handed
from store.keyspace import FEEDS, PARTITIONS


class ClusterConsumerGroup(ConsumerGroupBase):
    def __init__(self, url: str, group: str, consumer: str, idle_ms: int = 15_000) -> None:
        client = ClusterClient(url)
        super().__init__(client, group, consumer, idle_ms)
        self._feeds = ClusterFeeds(url, client, self._command)
        self._count = 1
        self._doubted = set(range(PARTITIONS))  # something may have been handed out in vain

    async def start(self) -> None:
        await self._create(range(PARTITIONS))

    async def take(self, count: int, block_ms: int) -> list[FeedEntry]:
        self._count = count
        taken = await self._left_behind(count)
        loop = asyncio.get_running_loop()
        until = loop.time() + block_ms / 1000
        while not taken:
            found = await self._feeds.read(max(0.0, until - loop.time()))
            taken = [one for p, read in found.items() for one in self._handed(p, read)]
            await self._create(p for p, read in found.items() if _unknown(read.answer))
            if loop.time() >= until and not any(map(_to_be_read_on, found.values())):
                break
        return taken

    def again(self) -> None:
        self._doubted.update(range(PARTITIONS))
        self._feeds.mark(range(PARTITIONS))

    async def aclose(self) -> None:
        await self._feeds.aclose()
        await super().aclose()

    def _command(self, p: int) -> Command:
        """New commits; after a start, and where an answer got lost, first what is already held."""
        words = ("XREADGROUP", "GROUP", self._group, self._consumer)
        if p in self._doubted:
            return (*words, "STREAMS", FEEDS[p], OWN)
        return (*words, "COUNT", self._count, "STREAMS", FEEDS[p], NEW)

    def _handed(self, p: int, read: Read) -> list[FeedEntry]:
        if isinstance(read.answer, BaseException):
            self._doubted.add(p)
            return []
        if read.asked[-1] == OWN:
            self._doubted.discard(p)
        return [one for _, entries in read.answer for one in handed(p, entries)]

    async def _left_behind(self, count: int) -> list[FeedEntry]:
        claims = self._claims(count)
        answers = await self._client.execute_reachable(claims) if claims else []
        lost = {p for p, answer in enumerate(answers) if isinstance(answer, BaseException)}
        self._doubted |= lost
        return [
            one for p, answer in enumerate(answers) if p not in lost for one in handed(p, answer[1])
        ]

    async def _create(self, where: Iterable[int]) -> None:
        """Those who are away are asked when they are back."""
        asked = list(where)
        made = [("XGROUP", "CREATE", FEEDS[p], self._group, "0", "MKSTREAM") for p in asked]
        if made:
            answers = await self._client.execute_reachable(made)
            raise_first_error(
                [a for a in answers if not str(a).startswith("BUSYGROUP") and not is_unreachable(a)]
            )
            self._doubted.update(asked)
            self._feeds.mark(asked)


def _unknown(answer: object) -> bool:
    """Has the store no such group, or not any more?"""
    return str(answer).startswith("NOGROUP")


def _to_be_read_on(read: Read) -> bool:
    return read.asked[-1] == OWN and not isinstance(read.answer, BaseException)
