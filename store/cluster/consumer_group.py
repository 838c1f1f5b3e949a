"""A consumer group on a cluster: each feed is read by itself, so that one may be unreachable."""

import asyncio
from collections.abc import Iterable

from application.ports.feeds import FeedEntry
from store.client.replies import is_unreachable, raise_first_error
from store.cluster.client import ClusterClient
from store.cluster.feeds import ClusterFeeds, Command, FeedReply
from store.feeds.consumer_group import IDLE_MS, NEW, UNACKNOWLEDGED, ConsumerGroupBase
from store.feeds.entries import decode_entries
from store.keyspace import FEEDS, PARTITIONS


class ClusterConsumerGroup(ConsumerGroupBase):
    def __init__(self, url: str, group: str, consumer: str, idle_ms: int = IDLE_MS) -> None:
        client = ClusterClient(url)
        super().__init__(client, group, consumer, idle_ms)
        self._feeds = ClusterFeeds(url, client, self._command)
        self._count = 1
        self._unsure = set(range(PARTITIONS))  # commits may have been handed out and lost

    async def start(self) -> None:
        await self._create(range(PARTITIONS))

    async def take(self, count: int, block_ms: int) -> list[FeedEntry]:
        self._count = count
        if self._rereads.is_due(self._now()):
            self.again()
            self._rereads.done(self._now())
        taken = await self._claim(count)
        loop = asyncio.get_running_loop()
        until = loop.time() + block_ms / 1000
        while not taken:
            replies = await self._feeds.read(max(0.0, until - loop.time()))
            taken = [entry for p, read in replies.items() for entry in self._apply(p, read)]
            await self._create(p for p, read in replies.items() if _lacks_group(read.reply))
            if loop.time() >= until and not any(map(_was_of_unacknowledged, replies.values())):
                break
        return taken

    def again(self) -> None:
        self._unsure.update(range(PARTITIONS))
        self._feeds.mark(range(PARTITIONS))

    async def aclose(self) -> None:
        await self._feeds.aclose()
        await super().aclose()

    def _command(self, p: int) -> Command:
        """Return the read of new commits; where a reply may be lost, that of held ones."""
        words = ("XREADGROUP", "GROUP", self._group, self._consumer)
        if p in self._unsure:
            return (*words, "STREAMS", FEEDS[p], UNACKNOWLEDGED)
        return (*words, "COUNT", self._count, "STREAMS", FEEDS[p], NEW)

    def _apply(self, p: int, read: FeedReply) -> list[FeedEntry]:
        if isinstance(read.reply, BaseException):
            self._unsure.add(p)
            self._rereads.lost(self._now())
            return []
        if read.command[-1] == UNACKNOWLEDGED:
            self._unsure.discard(p)
        return [entry for _, entries in read.reply for entry in decode_entries(p, entries)]

    async def _claim(self, count: int) -> list[FeedEntry]:
        commands = self._claim_commands(count)
        replies = await self._client.execute_reachable(commands) if commands else []
        lost = {p for p, reply in enumerate(replies) if isinstance(reply, BaseException)}
        if lost:
            self._unsure |= lost
            self._rereads.lost(self._now())
        return [
            entry
            for p, reply in enumerate(replies)
            if p not in lost
            for entry in decode_entries(p, reply[1])
        ]

    async def _create(self, where: Iterable[int]) -> None:
        """Create the group in these partitions; those that are unreachable come later."""
        partitions = list(where)
        if not partitions:
            return
        replies = await self._client.execute_reachable(
            [self._create_command(p) for p in partitions]
        )
        raise_first_error([each for each in replies if not _exists(each)])
        pairs = zip(partitions, replies, strict=True)
        await self._note_created([p for p, each in pairs if not isinstance(each, Exception)])
        self._unsure.update(partitions)
        self._feeds.mark(partitions)


def _exists(reply: object) -> bool:
    """Return whether the group exists already, or its server is unreachable."""
    return str(reply).startswith("BUSYGROUP") or is_unreachable(reply)


def _lacks_group(reply: object) -> bool:
    return str(reply).startswith("NOGROUP")


def _was_of_unacknowledged(read: FeedReply) -> bool:
    """Return whether new commits have still to be read after this."""
    return read.command[-1] == UNACKNOWLEDGED and not isinstance(read.reply, BaseException)
