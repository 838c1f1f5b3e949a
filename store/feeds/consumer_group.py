"""The projector's hold on the feeds: every commit is handed out until acknowledged."""

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from redis.exceptions import ResponseError

from application.ports.event_log import StoreUnavailable
from application.ports.feeds import FeedEntry
from application.settings import store_seconds
from store.client.base import StoreClient
from store.client.connection import CONNECTION_ERRORS, Argument, Connection
from store.client.pipeline import PipelinedClient
from store.client.replies import raise_first_error
from store.keyspace import FEEDS

PATIENCE = 2.0
NEW, OWN = ">", "0"


class ConsumerGroupBase(ABC):
    def __init__(self, client: StoreClient, group: str, consumer: str, idle_ms: int) -> None:
        self._client = client
        self._group = group
        self._consumer = consumer
        self._idle_ms = idle_ms
        self._next_claim = 0.0

    @abstractmethod
    async def start(self) -> None:
        """Create the group where it is missing; it begins with the first commit ever."""

    @abstractmethod
    async def take(self, count: int, block_ms: int) -> list[FeedEntry]:
        """Up to `count` commits of each partition; none if nothing came within `block_ms`."""

    @abstractmethod
    def again(self) -> None:
        """Hand out once more what this consumer holds: nothing may have come of it."""

    async def ack(self, taken: Iterable[FeedEntry]) -> None:
        ids: defaultdict[int, list[bytes]] = defaultdict(list)
        for one in taken:
            ids[one.partition].append(one.entry_id)
        await self._client.execute_all([("XACK", FEEDS[p], self._group, *ids[p]) for p in ids])

    async def lag(self) -> int:
        """Commits not yet handed out, and those handed out but not acknowledged."""
        return (await lags(self._client, [self._group]))[self._group]

    async def aclose(self) -> None:
        await self._client.aclose()

    def _claims(self, count: int) -> list[tuple[Argument, ...]]:
        """To take what other consumers took and left; twice in `idle_ms`, else nothing."""
        now = asyncio.get_running_loop().time()
        if now < self._next_claim:
            return []
        self._next_claim = now + self._idle_ms / 2000
        rest = (self._group, self._consumer, self._idle_ms, "0-0", "COUNT", count)
        return [("XAUTOCLAIM", name, *rest) for name in FEEDS]


class RedisConsumerGroup(ConsumerGroupBase):
    """On one server: one command waits for all feeds."""

    def __init__(self, url: str, group: str, consumer: str, idle_ms: int = 15_000) -> None:
        """After `idle_ms` what a consumer took and did not acknowledge is given to another."""
        super().__init__(PipelinedClient(url), group, consumer, idle_ms)
        self._connection = Connection(url)
        self._patience = max(PATIENCE, store_seconds())
        self._from = OWN

    async def start(self) -> None:
        commands = [("XGROUP", "CREATE", name, self._group, "0", "MKSTREAM") for name in FEEDS]
        answers = await self._exchange(commands, self._patience)
        raise_first_error([answer for answer in answers if not str(answer).startswith("BUSYGROUP")])
        self._from = OWN

    async def take(self, count: int, block_ms: int) -> list[FeedEntry]:
        try:
            return await self._left_behind(count) or await self._fresh(count, block_ms)
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            await self.start()  # the store has lost it
            return []

    def again(self) -> None:
        self._from = OWN

    async def aclose(self) -> None:
        await self._connection.aclose()
        await super().aclose()

    async def _left_behind(self, count: int) -> list[FeedEntry]:
        claims = self._claims(count)
        answers = raise_first_error(await self._exchange(claims, self._patience)) if claims else ()
        return [one for p, answer in enumerate(answers) for one in handed(p, answer[1])]

    async def _fresh(self, count: int, block_ms: int) -> list[FeedEntry]:
        """New commits; the first time after a start, those this consumer already held."""
        limits = ("COUNT", count, "BLOCK", max(1, block_ms)) if self._from == NEW else ()
        names = ("GROUP", self._group, self._consumer, *limits)
        command = ("XREADGROUP", *names, "STREAMS", *FEEDS, *[self._from] * len(FEEDS))
        [streams] = raise_first_error(
            await self._exchange([command], block_ms / 1000 + self._patience)
        )
        was, self._from = self._from, NEW
        taken = [
            one
            for name, entries in streams or ()
            for one in handed(FEEDS.index(name.decode()), entries)
        ]
        return taken if taken or was == NEW else await self._fresh(count, block_ms)

    async def _exchange(self, commands: list[Any], seconds: float) -> list[Any]:
        was, self._from = self._from, OWN  # if this fails, something was handed out in vain
        try:
            answers = await self._connection.exchange(commands, seconds)
        except CONNECTION_ERRORS as failure:
            raise StoreUnavailable(repr(failure)) from failure
        self._from = was
        return answers


async def lags(client: StoreClient, groups: Sequence[str]) -> dict[str, int]:
    """How many commits each of these groups has still to acknowledge."""
    commands: list[tuple[Argument, ...]] = [("XLEN", name) for name in FEEDS]
    lengths = await client.execute_all(commands)
    held = [p for p in range(len(FEEDS)) if lengths[p]]
    found = await client.execute_all([("XINFO", "GROUPS", FEEDS[p]) for p in held])
    return {
        group: sum(_behind(group, lengths[p], told) for p, told in zip(held, found, strict=True))
        for group in groups
    }


def _behind(name: str, length: int, groups: list[list[Any]]) -> int:
    for flat in groups:
        group = dict(zip(flat[::2], flat[1::2], strict=True))
        if group[b"name"] == name.encode():
            undelivered = group[b"lag"]  # None: the server cannot tell
            return int(group[b"pending"]) + int(length if undelivered is None else undelivered)
    return length


def handed(partition: int, entries: list[Any]) -> list[FeedEntry]:
    return [
        FeedEntry(partition, id_, fields[1].decode(), int(fields[5]), int(fields[3]))
        for id_, fields in entries
        if fields  # None: deleted since
    ]
