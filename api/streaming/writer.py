"""Writes one stream; a reader that is too slow is cut off, for nothing is buffered for it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from litestar.types import Receive, Scope, Send

from api.streaming import sse
from api.transport.exchange import STREAM, Exchange

ENDING_SECONDS = 0.3  # for the last write when a stream must end
HEAD_ONLY = "ludotheque.head"  # in the scope of a HEAD request


class WriteTimeout(Exception):
    """The reader has taken nothing for too long."""


class StreamWriter:
    def __init__(self, scope: Scope, receive: Receive, send: Send, timeout: float) -> None:
        extensions: Any = scope.get("extensions") or {}
        self.head_only = HEAD_ONLY in scope
        self._exchange: Exchange | None = extensions.get(STREAM, {}).get("exchange")
        self._begun = False  # whether its head was sent
        self._receive = receive
        self._send = send
        self._timeout, self._ending = timeout, False
        self._running: asyncio.Timeout | None = None
        self._watching: asyncio.Task[None] | None = None

    def watch(self, on_disconnect: Callable[[], None]) -> None:
        """Call back when the reader disconnects."""
        self._watching = asyncio.create_task(self._watch(on_disconnect))

    def unwatch(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    def shorten_timeout(self) -> None:
        """Leave only `ENDING_SECONDS` to this write and those that follow."""
        self._timeout, self._ending = ENDING_SECONDS, True
        if self._running is not None:
            with suppress(RuntimeError):  # it has expired already
                self._running.reschedule(asyncio.get_running_loop().time() + ENDING_SECONDS)

    async def begin(self) -> None:
        headers: Any = sse.HEADERS
        if self._exchange is not None:
            self._exchange.begin_stream()  # the time-out of this writer counts
        await self._send_in_time({"type": "http.response.start", "status": 200, "headers": headers})
        self._begun = True

    def write_now(self, content: bytes) -> bool:
        """Write without waiting; return False if the reader has yet to read what was sent."""
        return self._begun and self._exchange is not None and self._exchange.write_now(content)

    async def write(self, content: bytes) -> None:
        if self.write_now(content):
            return
        await self._send_in_time({"type": "http.response.body", "body": content, "more_body": True})

    async def finish(self, content: bytes) -> None:
        message = {"type": "http.response.body", "body": content, "more_body": False}
        await self._send_in_time(message)
        if self._ending and self._exchange is not None:  # it may still not be read
            self._exchange.abort_after(ENDING_SECONDS)

    async def cut_off(self, last_frame: bytes) -> None:
        """Append the last frame to the unread bytes; abort if it is not read in time."""
        if self._exchange is None or self._watching is None:
            return
        self._exchange.cut_off(last_frame)
        abort = self._exchange.abort_after(self._timeout)
        await self._watching
        abort.cancel()

    async def _send_in_time(self, message: Any) -> None:
        try:
            async with asyncio.timeout(self._timeout) as self._running:
                await self._send(message)
        except TimeoutError:
            raise WriteTimeout from None
        finally:
            self._running = None

    async def _watch(self, on_disconnect: Callable[[], None]) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        on_disconnect()
