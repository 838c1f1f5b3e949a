"""One HTTP connection without a network: packets in, written bytes out."""

import asyncio
from functools import partial
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from api.asgi.bounded_input import Bounds
from api.asgi.protocol import BoundedProtocol
from application.settings import Settings
from tests.support.servers.polling import PATIENCE


class RecordingTransport:
    """A transport that records what is written to it, and whether it was closed."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = self.aborted = self.reading_paused = False
        self.unread = 0  # bytes that wait to be read

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def writelines(self, parts: tuple[bytes, ...]) -> None:
        self.written.append(b"".join(parts))

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


def connected(app: Any, **settings: Any) -> tuple[BoundedProtocol, RecordingTransport, ServerState]:
    """Return a connection to an application, with these settings instead of the defaults."""
    bounded: Any = partial(BoundedProtocol, Bounds(Settings(**settings), most_connections=10))
    config = uvicorn.Config(app, http=bounded, ws="none", log_config=None)
    config.load()
    server, transport = ServerState(), RecordingTransport()
    protocol: BoundedProtocol = bounded(config, server, {}, asyncio.get_running_loop())
    protocol.connection_made(transport)
    return protocol, transport, server


async def all_answered(server: ServerState) -> None:
    async with asyncio.timeout(PATIENCE):  # a request that waits for more input would never end
        while server.tasks:
            await asyncio.gather(*server.tasks)
            await asyncio.sleep(0)


async def exchange(app: Any, *packets: bytes) -> RecordingTransport:
    """Send packets to an application and return what was written to the connection."""
    protocol, transport, server = connected(app)
    for packet in packets:
        protocol.data_received(packet)
        await asyncio.sleep(0)
    await all_answered(server)
    protocol.connection_lost(None)
    return transport
