"""Every feed that may have grown is read, each by a command of its own; who is away is left out."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from store.client.connection import Argument
from store.client.replies import is_unreachable
from store.cluster.address import Address, server_url
from store.cluster.client import ClusterClient
from store.cluster.invalidations import EVERY, InvalidationListener

LOOK_SECONDS = 5.0  # between two looks at every feed, though nobody said that it has grown
DEAF_SECONDS = 0.25  # the same while an ear hears nothing
AGAIN_SECONDS = 0.5  # until a feed is tried again that could not be read
DAWDLE_SECONDS = 0.1
WORD_SECONDS = 10.0  # between two complaints

Command: TypeAlias = Sequence[Argument]

log = logging.getLogger(__name__)


class Read(NamedTuple):
    asked: Command
    answer: Any  # or the failure


class ClusterFeeds:
    def __init__(self, url: str, client: ClusterClient, command: Callable[[int], Command]) -> None:
        """`command`: what to ask of a partition's feed; answered with None if it has not grown."""
        self._url, self._client, self._command = url, client, command
        self._ears: dict[Address, InvalidationListener] = {}
        self._grown: set[int] = set(EVERY)
        self._under_way: dict[int, Command] = {}  # asked, and not yet handed out
        self._found: dict[int, Read] = {}
        self._away: set[int] = set()
        self._news = asyncio.Event()
        self._next_look = self._next_word = 0.0

    async def read(self, seconds: float) -> dict[int, Read]:
        """By partition, as soon as there is anything; nothing if nothing came in time.

        A failure is something, too; whoever could not be reached is tried again by itself.
        """
        await self._attend()
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while True:
            self._news.clear()
            wake = min(self._ask(), until)
            if self._found or (loop.time() >= until and not self._under_way):
                break
            with suppress(TimeoutError):  # too late; but whoever was asked is waited for
                async with asyncio.timeout_at(wake if loop.time() < wake else None):
                    await self._news.wait()
        await self._gathered()
        return self._handed_out()

    def mark(self, partitions: Iterable[int]) -> None:
        """These may have grown."""
        self._grown.update(partitions)
        self._news.set()

    async def aclose(self) -> None:
        ears, self._ears = list(self._ears.values()), {}
        await asyncio.gather(*(ear.aclose() for ear in ears))

    async def _attend(self) -> None:
        """An ear at every server that holds slots; raises StoreUnavailable if nobody knows them."""
        masters = set(await self._client.masters())
        for address in masters - self._ears.keys():
            self._ears[address] = InvalidationListener(server_url(self._url, address), self.mark)
        for address in self._ears.keys() - masters:
            await self._ears.pop(address).aclose()

    async def _gathered(self) -> None:
        """Those who were asked at the same time may come along, if they do not dawdle."""
        with suppress(TimeoutError):
            async with asyncio.timeout(DAWDLE_SECONDS):
                while len(self._under_way) > len(self._found) > 0:
                    self._news.clear()
                    await self._news.wait()

    def _ask(self) -> float:
        """Ask those that may have grown; until when one may wait for what comes of it."""
        now = asyncio.get_running_loop().time()
        if now >= self._next_look:
            deaf = not all(ear.hears for ear in self._ears.values())
            self._next_look = now + (DEAF_SECONDS if deaf else LOOK_SECONDS)
            self._grown.update(EVERY)
        for p in sorted(self._grown - self._under_way.keys() - self._away):
            self._grown.discard(p)  # before it is asked: what comes later is told later
            self._under_way[p] = self._command(p)
            self._client.send_once(*self._under_way[p]).add_done_callback(partial(self._came, p))
        return self._next_look

    def _came(self, p: int, reply: "asyncio.Future[Any]") -> None:
        if reply.cancelled():
            del self._under_way[p]
            return
        self._news.set()
        failure = reply.exception()
        if failure is None and reply.result() is None:
            del self._under_way[p]  # by now it may have grown
            return
        if is_unreachable(failure):
            self._put_off(p, failure)
        self._found[p] = Read(self._under_way[p], failure or reply.result())

    def _put_off(self, p: int, failure: object) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= self._next_word:
            log.warning("part of the cluster is away (%s); what it holds is not read", failure)
            self._next_word = loop.time() + WORD_SECONDS
        self._away.add(p)
        loop.call_later(AGAIN_SECONDS, self._try_again, p)

    def _try_again(self, p: int) -> None:
        self._away.discard(p)
        self.mark([p])

    def _handed_out(self) -> dict[int, Read]:
        found, self._found = self._found, {}
        for p, read in found.items():
            del self._under_way[p]
            if not isinstance(read.answer, BaseException):
                self._grown.add(p)  # there may be more than one command reads
        return found
