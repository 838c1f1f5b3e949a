"""A client of one server: commands of one turn of the event loop are sent as one pipeline.

They do not wait for the replies to those before them.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from application.ports.event_log import StoreUnavailable
from store.client.base import ATTEMPT_SHARE, StoreClient
from store.client.connection import Argument, Connection, pack
from store.client.replies import ReplyLost, reason_of
from store.client.responsive_timeout import ResponsiveTimeout

MAX_BATCH = 512

Pending: TypeAlias = tuple[bytes, "asyncio.Future[Any]"]


class PipelinedClient(StoreClient):
    def __init__(self, url: str, budget: float) -> None:
        super().__init__()
        parts = urlsplit(url)
        self.is_local = parts.scheme == "unix"  # its disk is one of this machine
        self.name = parts.path if self.is_local else parts.netloc.rpartition("@")[2]
        self._connection = Connection(url, budget)
        self.budget = budget
        self._timeout = self.budget * ATTEMPT_SHARE
        self._pending: list[Pending] = []  # to be sent at the end of this turn
        self._sent: deque[list[Pending]] = deque()  # batches whose replies are to come
        self._running: asyncio.Task[None] | None = None
        self._sending_more: asyncio.Task[None] | None = None  # while `_running` reads replies
        self._ending: tuple[bytes, ...] = ()  # sent after each batch
        self._closed = False
        self._batches = 0

    @property
    def batches(self) -> int:
        return self._batches

    @property
    def interruptions(self) -> int:
        return self._connection.dropped

    def send_once(self, *command: Argument) -> "asyncio.Future[Any]":
        if self._closed:
            raise StoreUnavailable("the client is closed")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._pending.append((pack(command), future))
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())
        elif self._sent and self._sending_more is None:
            self._sending_more = asyncio.get_running_loop().create_task(self._send_more())
        return future

    async def servers(self) -> Sequence["PipelinedClient"]:
        return (self,)

    async def aclose(self) -> None:
        self._closed = True
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        self._fail(self._pending, StoreUnavailable, "the client was closed")
        self._pending = []
        await self._connection.aclose()

    async def _run(self) -> None:
        """Send what is pending and pass replies on, until no command is left."""
        try:
            while self._pending or self._sent:
                try:
                    async with ResponsiveTimeout(self._timeout):
                        if not self._sent:
                            await self._connection.connect()
                            await self._write()
                        await self._receive(self._sent[0])
                except BaseException as failure:
                    await self._lose(failure)
                    if not isinstance(failure, Exception):
                        raise
        finally:
            self._running = None

    async def _lose(self, failure: BaseException) -> None:
        """Drop the connection, and with it all replies that are to come."""
        lost, self._sent = self._sent, deque()
        for batch in lost:
            self._fail(batch, ReplyLost, failure)
        if not lost or isinstance(failure, TimeoutError):
            self._fail(self._pending, StoreUnavailable, failure)
            self._pending = []
        if (sending := self._sending_more) is not None:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        await self._connection.drop()

    async def _send_more(self) -> None:
        """Send what was asked for while replies are still to come."""
        try:
            with suppress(Exception):  # the task that reads the replies finds it out, too
                while self._pending and self._sent:
                    await self._write()
        finally:
            self._sending_more = None

    async def _write(self) -> None:
        batch, self._pending = self._pending[:MAX_BATCH], self._pending[MAX_BATCH:]
        self._batches += 1
        self._sent.append(batch)
        await self._connection.send([*(command for command, _ in batch), *self._ending])

    async def _receive(self, batch: list[Pending]) -> None:
        """Pass the replies of the first batch on."""
        for _, future in batch:
            self._resolve(future, await self._connection.receive())
        self._sent.popleft()

    @staticmethod
    def _fail(batch: list[Pending], kind: type[Exception], why: object) -> None:
        for _, future in batch:
            if not future.done():
                future.set_exception(kind(repr(why)))

    def _resolve(self, future: "asyncio.Future[Any]", reply: Any) -> None:
        if isinstance(reply, Exception) and (reason := reason_of(reply)):
            self.refusals[reason] += 1
        if future.done():  # its caller was cancelled
            return
        if isinstance(reply, Exception):
            future.set_exception(reply)
        else:
            future.set_result(reply)
