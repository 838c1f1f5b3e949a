"""One HTTP connection without a network: packets in, written bytes out."""

import asyncio
from typing import Any

from api.asgi.server import connections_of
from api.transport.connection import Connection
from api.transport.connections import Connections
from application.settings import Settings
from tests.support.servers.processes import PATIENCE


class RecordingTransport:
    """A transport that records what is written to it, and whether it was closed."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = self.aborted = self.reading_paused = False
        self.unread = 0  # bytes that wait to be read
        self.peer = ("192.0.2.1", 4711)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.peer if name == "peername" else default

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def writelines(self, parts: tuple[bytes, ...]) -> None:
        self.written.append(b"".join(parts))

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.closed = True

    def set_write_buffer_limits(self, high: int) -> None: ...

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.closed = self.aborted = True

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.reading_paused = True

    def resume_reading(self) -> None:
        self.reading_paused = False


def connected(
    app: Any, shared: Connections | None = None, **settings: Any
) -> tuple[Connection, RecordingTransport]:
    """Return a connection to an application, with these settings instead of the defaults."""
    connection = Connection(shared or connections_of(app, Settings(**settings)))
    transport = RecordingTransport()
    connection.connection_made(transport)
    return connection, transport


async def all_answered(connection: Connection) -> None:
    """Wait until no application runs any more for a request."""
    async with asyncio.timeout(PATIENCE):  # a request that waits for more input would never end
        while connection.shared.tasks or connection.reader.waiting:
            await asyncio.sleep(0)


async def exchange(app: Any, *packets: bytes) -> RecordingTransport:
    """Send packets to an application and return what was written to the connection."""
    connection, transport = connected(app)
    for packet in packets:
        connection.data_received(packet)
        await asyncio.sleep(0)
    await all_answered(connection)
    connection.connection_lost(None)
    return transport
