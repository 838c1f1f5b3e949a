"""What the streams of one subject in this process share: the newest items, and how they end."""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Sequence
from contextlib import suppress
from typing import Generic, TypeVar

from domain.kernel.ids import PlayerId

logger = logging.getLogger("ludotheque")
RETRY_SECONDS = 0.5  # between attempts while the store does not answer
Item = TypeVar("Item")


def stream_name(player: PlayerId | None) -> str:
    """Return a name for a stream that no other stream of any process has."""
    return f"{secrets.token_hex(8)}:{player or ''}"


class Subscriber:
    """One open stream as its channel sees it."""

    push: Callable[[], bool] | None = None  # sends at once; only while the stream waits
    end_reason: str | None = None

    def __init__(
        self,
        token: bytes | None = None,
        name: str = "",
        ends_ms: int = 0,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self.token = token  # the hash of the token that opened the stream
        self.name = name
        self.ends_ms = ends_ms  # since 1970: when it ends by itself
        self._on_end = on_end
        self._woken = asyncio.Event()

    def advance(self) -> None:
        """Send new items at once if that is possible, else wake the task of the stream."""
        if self.push is None or not self.push():
            self._woken.set()

    def wake(self) -> None:
        """Let `wait` return: there is something to send."""
        self._woken.set()

    def end(self, reason: str) -> None:
        """End the stream; the first reason counts."""
        self.end_reason = self.end_reason or reason
        self._woken.set()
        self._on_end()

    async def wait(self, until: float) -> None:
        """Wait until woken, or until this moment of the loop's clock."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._woken.wait()
        self._woken.clear()


class Channel(ABC, Generic[Item]):
    """A ring of the newest items, each with a number, and the streams that send them.

    Subclasses find the items. A channel that has ended gets no other stream.
    """

    def __init__(self, key: Hashable, most: int, position: int = 0) -> None:
        self.key = key  # of its subject
        self.position = position  # the number of the newest item
        self.subscribers: set[Subscriber] = set()
        self.opening = asyncio.Lock()
        self.is_open = self.has_ended = False
        self._most = most
        self._recent: list[Item] = []
        self._reading: asyncio.Task[None] | None = None
        self._flushing: asyncio.Handle | None = None

    @abstractmethod
    async def open(self) -> None:
        """Begin to receive items."""

    def close(self) -> None:
        """Receive and send nothing more."""
        self.has_ended = True
        for pending in (self._reading, self._flushing):
            if pending is not None:
                pending.cancel()

    def add(self, subscriber: Subscriber) -> None:
        self.subscribers.add(subscriber)

    def remove(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)

    def wake(self) -> None:
        """Let the tasks of all streams look for something to send."""
        for subscriber in self.subscribers:
            subscriber.wake()

    def end(self, reason: str) -> None:
        """End all streams, and receive nothing more."""
        self.close()
        for subscriber in self.subscribers:
            subscriber.end(reason)

    def end_streams_of(self, tokens: Collection[bytes]) -> None:
        """End the streams that were opened with tokens that are no longer valid."""
        for subscriber in self.subscribers:
            if subscriber.token in tokens:
                subscriber.end("token_unknown")

    def after(self, position: int) -> Sequence[Item] | None:
        """Return the items after this one; None if some of them are no longer kept here."""
        count = self.position - position
        if count > len(self._recent):
            return None
        return self._recent[-count:] if count > 0 else ()

    def extend(self, items: Sequence[Item]) -> None:
        """Keep new items, and send all of this turn of the loop together."""
        self._recent.extend(items)
        del self._recent[: -max(self._most, len(items))]
        self.position += len(items)
        if self._flushing is None:
            self._flushing = asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = None
        for subscriber in self.subscribers:
            subscriber.advance()

    # Channels that read the store themselves

    def is_behind(self) -> bool:
        """Return whether there is anything to read."""
        return False

    async def read(self) -> None:
        """Read until the channel is no longer behind."""

    def read_if_behind(self) -> bool:
        """Read in a task of its own; return whether there is anything to read."""
        if self.has_ended or not self.is_behind():
            return False
        if self._reading is None:
            self._reading = asyncio.create_task(self.read())
            self._reading.add_done_callback(self._on_read)
        return True

    def _on_read(self, task: "asyncio.Task[None]") -> None:
        """End all streams if reading has failed; otherwise they would wait without end."""
        self._reading = None
        if task.cancelled():
            return
        if task.exception() is not None:
            logger.error("the streams of %s failed", self.key, exc_info=task.exception())
            self.end("store_unavailable")
        self.read_if_behind()
