"""The way out to one reader: what it does not take in time is not kept for it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from litestar.types import Receive, Scope, Send

from api.asgi.protocol import TRANSPORT
from api.streaming import sse

HURRIED = 0.3  # seconds that are left to anybody when the process ends
HEAD_ONLY = "ludotheque.head"  # in the scope of a HEAD request


class Stalled(Exception):
    """The reader has taken nothing for too long."""


class Outlet:
    def __init__(self, scope: Scope, receive: Receive, send: Send, patience: float) -> None:
        extensions: Any = scope.get("extensions") or {}
        self.head_only = HEAD_ONLY in scope
        self._transport = extensions.get(TRANSPORT, {}).get("transport")
        self._receive = receive
        self._send = send
        self._patience, self._hurried = patience, False
        self._timer: asyncio.Timeout | None = None
        self._watching: asyncio.Task[None] | None = None

    def watch(self, gone: Callable[[], None]) -> None:
        """Notice when the reader hangs up."""
        self._watching = asyncio.create_task(self._watch(gone))

    def unwatch(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    def hurry(self) -> None:
        """There is hardly any time left to write."""
        self._patience, self._hurried = HURRIED, True
        if self._timer is not None:
            with suppress(RuntimeError):  # its time is up already
                self._timer.reschedule(asyncio.get_running_loop().time() + HURRIED)

    async def begin(self) -> None:
        headers: Any = sse.HEADERS
        await self._out({"type": "http.response.start", "status": 200, "headers": headers})

    async def write(self, content: bytes) -> None:
        await self._out({"type": "http.response.body", "body": content, "more_body": True})

    async def finish(self, content: bytes) -> None:
        await self._out({"type": "http.response.body", "body": content, "more_body": False})
        if self._hurried and self._transport is not None:  # it may still not be read
            asyncio.get_running_loop().call_later(HURRIED, self._transport.abort)

    async def cut(self, last_words: bytes) -> None:
        """Leave the reason behind what was not read; whoever still does not read is cut off."""
        if self._transport is None or self._watching is None:
            return
        self._transport.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(last_words), last_words))
        self._transport.close()
        end = asyncio.get_running_loop().call_later(self._patience, self._transport.abort)
        await self._watching
        end.cancel()

    async def _out(self, message: Any) -> None:
        try:
            async with asyncio.timeout(self._patience) as self._timer:
                await self._send(message)
        except TimeoutError:
            raise Stalled from None
        finally:
            self._timer = None

    async def _watch(self, gone: Callable[[], None]) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        gone()
