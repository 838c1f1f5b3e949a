"""A client of one server: commands of one turn of the event loop are sent as one pipeline.

They do not wait for the replies to those before them.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from application.ports.event_log import StoreUnavailable
from store.client.base import ATTEMPT_SHARE, StoreClient
from store.client.connection import Argument, Connection, Pending, pack
from store.client.replies import reason_of

MAX_BATCH = 512


class PipelinedClient(StoreClient):
    def __init__(self, url: str, budget: float) -> None:
        super().__init__()
        parts = urlsplit(url)
        self.is_local = parts.scheme == "unix"  # its disk is one of this machine
        self.name = parts.path if self.is_local else parts.netloc.rpartition("@")[2]
        self.budget = budget
        self._connection = Connection(url, budget * ATTEMPT_SHARE, self._count_refusal)
        self._send: Callable[[list[Pending]], None] = self._connection.send
        self._pending: list[Pending] = []  # to be sent at the end of this turn
        self._is_due = False  # whether the end of this turn sends them
        self._connecting: asyncio.Task[None] | None = None
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
        if not self._is_due:
            self._is_due = True
            loop.call_soon(self._flush)
        return future

    async def servers(self) -> Sequence["PipelinedClient"]:
        return (self,)

    async def aclose(self) -> None:
        self._closed = True
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        self._fail("the client was closed")
        self._connection.close()

    def _flush(self) -> None:
        """Send what is pending, or connect first."""
        self._is_due = False
        if self._connecting is None:
            if self._connection.link is not None:
                while self._pending:
                    batch, self._pending = self._pending[:MAX_BATCH], self._pending[MAX_BATCH:]
                    self._batches += 1
                    self._send(batch)
            elif self._pending:
                self._connecting = asyncio.get_running_loop().create_task(self._connect())

    async def _connect(self) -> None:
        try:
            await self._connection.connect()
        except BaseException as failure:
            self._connection.drop(failure)
            self._fail(failure)
            if not isinstance(failure, Exception):
                raise
        finally:
            self._connecting = None
        self._flush()

    def _fail(self, why: object) -> None:
        pending, self._pending = self._pending, []
        for _, future in pending:
            if not future.done():
                future.set_exception(StoreUnavailable(repr(why)))

    def _count_refusal(self, error: Exception) -> None:
        if reason := reason_of(error):
            self.refusals[reason] += 1
