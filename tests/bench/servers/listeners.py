"""Readers of event streams, as cheap as possible: they count bytes and keep none."""

import asyncio
from typing import cast

from openapi.load.own_server import HOST
from tests.bench.servers.connections import TableConnection
from tests.bench.servers.gumball_tables import GumballTable
from tests.bench.servers.http_connection import END_OF_HEAD, head

LONGEST = 600
PRESENCE_SECONDS = 0.5


class Listener(asyncio.Protocol):
    """One open stream; `opened` is done when its first frame has arrived."""

    def __init__(self) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionResetError("the stream was not opened"))

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if not self.opened.done():
            if data.startswith(b"HTTP/1.1 200"):
                self.opened.set_result(None)
            else:
                self.opened.set_exception(AssertionError(data.decode(errors="replace")))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def listen(
    port: int, path: str, token: str = "", make: type[Listener] = Listener
) -> Listener:
    """Open a stream of a table; return once it has begun."""
    loop = asyncio.get_running_loop()
    transport, listener = await loop.create_connection(make, HOST, port)
    target = f"{path}/events/stream?max_seconds={LONGEST}"
    transport.write(head("GET", target, token) + END_OF_HEAD)
    await listener.opened
    return listener


class HeardConnection(TableConnection):
    """Plays tables that each have some streams: first those of the players, then spectators'."""

    def __init__(self, port: int, listeners: int) -> None:
        super().__init__(port)
        self._port = port
        self._listeners = listeners
        self.streams: list[Listener] = []

    async def prepare(self) -> None:
        """Also wait until the streams have shown who is present: that is no part of a command."""
        await super().prepare()
        if self._listeners:
            await asyncio.sleep(PRESENCE_SECONDS)

    async def _started(self, table: GumballTable) -> None:
        for number in range(self._listeners):
            token = table.tokens[number] if number < len(table.tokens) else ""
            self.streams.append(await listen(self._port, table.path, token))
