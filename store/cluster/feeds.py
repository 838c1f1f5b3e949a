"""Reads the feeds of a cluster that may have grown, each by a command of its own.

A partition that is unreachable is left out and tried again later.
"""

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
from store.cluster.invalidations import ALL_PARTITIONS, InvalidationListener

POLL_SECONDS = 5.0  # between two reads of every feed, though no change was announced
FAST_POLL_SECONDS = 0.25  # the same while a listener is not active
RETRY_SECONDS = 0.5  # until a feed that could not be read is read again
GATHER_SECONDS = 0.1  # how long the first reply waits for the others
WARNING_SECONDS = 10.0  # between two warnings

Command: TypeAlias = Sequence[Argument]

log = logging.getLogger(__name__)


class FeedReply(NamedTuple):
    command: Command
    reply: Any  # or the exception


class ClusterFeeds:
    def __init__(self, url: str, client: ClusterClient, command: Callable[[int], Command]) -> None:
        """`command` returns the read of a partition's feed; its reply is None without news."""
        self._url, self._client, self._command = url, client, command
        self._listeners: dict[Address, InvalidationListener] = {}
        self._grown: set[int] = set(ALL_PARTITIONS)
        self._pending: dict[int, Command] = {}  # sent, and the reply not yet returned
        self._replies: dict[int, FeedReply] = {}
        self._unreachable: set[int] = set()
        self._wake = asyncio.Event()
        self._next_poll = self._next_warning = 0.0
        self.changes = 0  # of the servers that hold slots

    async def read(self, seconds: float) -> dict[int, FeedReply]:
        """Return replies by partition as soon as there are any; none after `seconds`.

        An exception is a reply, too.
        """
        await self._update_listeners()
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while True:
            self._wake.clear()
            wake_at = min(self._send_reads(), until)
            if self._replies or (loop.time() >= until and not self._pending):
                break
            with suppress(TimeoutError):  # once the time is over, only pending replies are awaited
                async with asyncio.timeout_at(wake_at if loop.time() < wake_at else None):
                    await self._wake.wait()
        await self._gather()
        return self._take_replies()

    def mark(self, partitions: Iterable[int]) -> None:
        """Note that these feeds may have grown."""
        self._grown.update(partitions)
        self._wake.set()

    async def aclose(self) -> None:
        listeners, self._listeners = list(self._listeners.values()), {}
        await asyncio.gather(*(listener.aclose() for listener in listeners))

    async def _update_listeners(self) -> None:
        """Listen to every server that holds slots; raises StoreUnavailable if none is known."""
        masters = set(await self._client.masters())
        self.changes += self._listeners.keys() != masters
        for address in masters - self._listeners.keys():
            url = server_url(self._url, address)
            self._listeners[address] = InvalidationListener(url, self._client.budget, self.mark)
        for address in self._listeners.keys() - masters:
            await self._listeners.pop(address).aclose()

    async def _gather(self) -> None:
        """Wait a moment for the replies of other feeds that were read at the same time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GATHER_SECONDS):
                while len(self._pending) > len(self._replies) > 0:
                    self._wake.clear()
                    await self._wake.wait()

    def _send_reads(self) -> float:
        """Read the feeds that may have grown; return when all feeds are polled next."""
        now = asyncio.get_running_loop().time()
        if now >= self._next_poll:
            active = all(listener.active for listener in self._listeners.values())
            self._next_poll = now + (POLL_SECONDS if active else FAST_POLL_SECONDS)
            self._grown.update(ALL_PARTITIONS)
        for p in sorted(self._grown - self._pending.keys() - self._unreachable):
            self._grown.discard(p)  # before it is sent: a later change marks it again
            self._pending[p] = self._command(p)
            reply = self._client.send_once(*self._pending[p])
            reply.add_done_callback(partial(self._on_reply, p))
        return self._next_poll

    def _on_reply(self, p: int, reply: "asyncio.Future[Any]") -> None:
        if reply.cancelled():
            del self._pending[p]
            return
        self._wake.set()
        failure = reply.exception()
        if failure is None and reply.result() is None:
            del self._pending[p]  # by now it may have grown
            return
        if is_unreachable(failure):
            self._retry_later(p, failure)
        self._replies[p] = FeedReply(self._pending[p], failure or reply.result())

    def _retry_later(self, p: int, failure: object) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= self._next_warning:
            log.warning("part of the cluster does not respond; its feeds are not read: %s", failure)
            self._next_warning = loop.time() + WARNING_SECONDS
        self._unreachable.add(p)
        loop.call_later(RETRY_SECONDS, self._retry, p)

    def _retry(self, p: int) -> None:
        self._unreachable.discard(p)
        self.mark([p])

    def _take_replies(self) -> dict[int, FeedReply]:
        replies, self._replies = self._replies, {}
        for p, read in replies.items():
            del self._pending[p]
            if not isinstance(read.reply, BaseException):
                self._grown.add(p)  # there may be more than one command reads
        return replies
