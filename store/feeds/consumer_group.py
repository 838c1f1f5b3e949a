"""A consumer group of the feeds: every commit is handed out until it is acknowledged."""

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from redis.exceptions import ResponseError

from application.ports.event_log import StoreUnavailable
from application.ports.feeds import ConsumerGroup, FeedEntry
from application.settings import store_seconds
from store.client.base import StoreClient
from store.client.connection import CONNECTION_ERRORS, Argument, Connection
from store.client.pipeline import PipelinedClient
from store.client.replies import raise_first_error
from store.feeds.entries import decode_entries
from store.feeds.lag import lags
from store.feeds.rereads import Rereads
from store.keyspace import FEEDS, trimmed

IDLE_MS = 15_000  # what a consumer has not acknowledged after this is given to another
REPLY_SECONDS = 2.0  # for a reply, beyond the time that the server blocks
NEW, UNACKNOWLEDGED = ">", "0"  # where XREADGROUP begins: new commits, or those of this consumer


class ConsumerGroupBase(ConsumerGroup, ABC):
    def __init__(self, client: StoreClient, group: str, consumer: str, idle_ms: int) -> None:
        self._client = client
        self._group = group
        self._consumer = consumer
        self._idle_ms = idle_ms
        self._next_claim = 0.0
        self._rereads = Rereads(idle_ms / 2000)
        self.missed = False

    @abstractmethod
    async def start(self) -> None:
        """Create the group where it is missing; it begins with the first commit ever."""

    async def ack(self, taken: Iterable[FeedEntry]) -> None:
        ids: defaultdict[int, list[bytes]] = defaultdict(list)
        for entry in taken:
            ids[entry.partition].append(entry.entry_id)
        await self._client.execute_all([("XACK", FEEDS[p], self._group, *ids[p]) for p in ids])

    async def lag(self) -> int:
        """Return how many commits this group has still to acknowledge."""
        return (await lags(self._client, [self._group]))[self._group]

    async def aclose(self) -> None:
        await self._client.aclose()

    async def _note_created(self, partitions: Sequence[int]) -> None:
        """Note whether a group that was just created has missed commits."""
        keys = [("GET", trimmed(p)) for p in partitions]
        if keys and any(await self._client.execute_all(keys)):
            self.missed = True

    def _create_command(self, p: int) -> tuple[Argument, ...]:
        return ("XGROUP", "CREATE", FEEDS[p], self._group, "0", "MKSTREAM")

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _claim_commands(self, count: int) -> list[tuple[Argument, ...]]:
        """Return the commands that claim what other consumers left; none most of the time."""
        now = self._now()
        if now < self._next_claim:
            return []
        self._next_claim = now + self._idle_ms / 2000  # twice in `idle_ms`
        rest = (self._group, self._consumer, self._idle_ms, "0-0", "COUNT", count)
        return [("XAUTOCLAIM", name, *rest) for name in FEEDS]


class RedisConsumerGroup(ConsumerGroupBase):
    """On one server: one command waits for all feeds."""

    def __init__(self, url: str, group: str, consumer: str, idle_ms: int = IDLE_MS) -> None:
        super().__init__(PipelinedClient(url), group, consumer, idle_ms)
        self._connection = Connection(url)
        self._reply_seconds = max(REPLY_SECONDS, store_seconds())

    async def start(self) -> None:
        commands = [self._create_command(p) for p in range(len(FEEDS))]
        replies = await self._exchange(commands, self._reply_seconds)
        raise_first_error([reply for reply in replies if not str(reply).startswith("BUSYGROUP")])
        await self._note_created([p for p, r in enumerate(replies) if not isinstance(r, Exception)])
        self.again()

    async def take(self, count: int, block_ms: int) -> list[FeedEntry]:
        try:
            return await self._claim(count) or await self._read(count, block_ms)
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            await self.start()  # the store has lost the group
            return []

    def again(self) -> None:
        self._rereads.soon()

    async def aclose(self) -> None:
        await self._connection.aclose()
        await super().aclose()

    async def _claim(self, count: int) -> list[FeedEntry]:
        commands = self._claim_commands(count)
        replies = await self._exchange(commands, self._reply_seconds) if commands else []
        return [
            entry
            for p, reply in enumerate(raise_first_error(replies))
            for entry in decode_entries(p, reply[1])
        ]

    async def _read(self, count: int, block_ms: int) -> list[FeedEntry]:
        """Return new commits, or first what this consumer holds without acknowledgement.

        It acknowledges or gives up what it took before it takes more, so what it holds was lost.
        """
        if self._rereads.is_due(self._now()):
            held = await self._read_feeds(UNACKNOWLEDGED, (), self._reply_seconds)
            self._rereads.done(self._now())
            if held:
                return held
        limits = ("COUNT", count, "BLOCK", max(1, block_ms))
        return await self._read_feeds(NEW, limits, block_ms / 1000 + self._reply_seconds)

    async def _read_feeds(
        self, begin_at: str, limits: tuple[Argument, ...], seconds: float
    ) -> list[FeedEntry]:
        names = ("GROUP", self._group, self._consumer, *limits)
        command = ("XREADGROUP", *names, "STREAMS", *FEEDS, *[begin_at] * len(FEEDS))
        [streams] = raise_first_error(await self._exchange([command], seconds))
        return [
            entry
            for name, entries in streams or ()
            for entry in decode_entries(FEEDS.index(name.decode()), entries)
        ]

    async def _exchange(self, commands: list[Any], seconds: float) -> list[Any]:
        """Return the replies; if they are lost, commits may have been handed out with them."""
        try:
            return await self._connection.exchange(commands, seconds)
        except asyncio.CancelledError:
            self._rereads.lost(self._now())
            raise
        except CONNECTION_ERRORS as failure:
            self._rereads.lost(self._now())
            raise StoreUnavailable(repr(failure)) from failure
