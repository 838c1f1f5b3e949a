"""A client of one server: commands of one turn of the event loop are sent as one pipeline."""

import asyncio
from collections.abc import Sequence
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from application.ports.event_log import StoreUnavailable
from application.settings import store_seconds
from store.client.base import ATTEMPT_SHARE, StoreClient
from store.client.connection import Argument, Connection, pack
from store.client.replies import ReplyLost, reason_of
from store.client.responsive_timeout import ResponsiveTimeout

MAX_BATCH = 512

Pending: TypeAlias = tuple[bytes, "asyncio.Future[Any]"]


class PipelinedClient(StoreClient):
    def __init__(self, url: str, budget: float | None = None) -> None:
        super().__init__()
        parts = urlsplit(url)
        self.is_local = parts.scheme == "unix"  # its disk is one of this machine
        self.name = parts.path if self.is_local else parts.netloc.rpartition("@")[2]
        self._connection = Connection(url)
        self.budget = store_seconds() if budget is None else budget
        self._timeout = self.budget * ATTEMPT_SHARE
        self._pending: list[Pending] = []
        self._sender: asyncio.Task[None] | None = None
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
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._pending.append((pack(command), future))
        if self._sender is None:
            self._sender = loop.create_task(self._send_all())
        return future

    async def servers(self) -> Sequence["PipelinedClient"]:
        return (self,)

    async def aclose(self) -> None:
        self._closed = True
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.gather(self._sender, return_exceptions=True)
        self._fail(self._pending, StoreUnavailable, "the client was closed")
        self._pending = []
        await self._connection.aclose()

    async def _send_all(self) -> None:
        """Send the pending commands in batches until none is left."""
        try:
            while self._pending:
                batch = self._pending[:MAX_BATCH]
                del self._pending[:MAX_BATCH]
                await self._exchange(batch)
                if self._pending:
                    await asyncio.sleep(0)  # callers just answered may join the next batch
        finally:
            self._sender = None

    async def _exchange(self, batch: list[Pending]) -> None:
        sent = False
        try:
            async with ResponsiveTimeout(self._timeout):
                await self._connection.connect()
                sent = True
                self._batches += 1
                await self._transfer(batch)
        except BaseException as failure:
            self._fail(batch, ReplyLost if sent else StoreUnavailable, failure)
            if not sent or isinstance(failure, TimeoutError):
                self._fail(self._pending, StoreUnavailable, failure)
                self._pending = []
            await self._connection.drop()
            if not isinstance(failure, Exception):
                raise

    async def _transfer(self, batch: list[Pending]) -> None:
        """Send the commands of a batch and pass each reply on."""
        await self._connection.send([command for command, _ in batch])
        for _, future in batch:
            self._resolve(future, await self._connection.receive())

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
