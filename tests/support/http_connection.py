"""One HTTP connection without a network: packets in, written bytes out."""

import asyncio
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from api.asgi.protocol import BoundedProtocol


class RecordingTransport:
    """A transport that records what is written to it, and whether it was closed."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


def connected(app: Any) -> tuple[BoundedProtocol, RecordingTransport, ServerState]:
    config = uvicorn.Config(app, http=BoundedProtocol, ws="none", log_config=None)
    config.load()
    server, transport = ServerState(), RecordingTransport()
    protocol = BoundedProtocol(config, server, {}, asyncio.get_running_loop())
    protocol.connection_made(transport)
    return protocol, transport, server


async def all_answered(server: ServerState) -> None:
    async with asyncio.timeout(20):  # a request that waits for more input would never end
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
