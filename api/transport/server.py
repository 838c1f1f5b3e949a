"""Listens for connections, and ends them before the process ends."""

import asyncio
import logging
import signal
import socket
import ssl
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

import uvloop

from api.transport.connection import Connection
from api.transport.connections import Connections
from api.transport.lifespan import Lifespan, LifespanFailed

logger = logging.getLogger("ludotheque.transport")
BACKLOG = 2048
TICK_SECONDS = 1.0
POLL_SECONDS = 0.05
UNSENT = 64 * 1024  # bytes of an answer that the system takes before they are sent
CANNOT_START = 3  # the exit status
SOCKET_MODE = 0o666  # who may enter its folder may connect
Address: TypeAlias = tuple[str, int] | Path | socket.socket


class Listener:
    """Accepts connections on one address, and checks them every second."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._server: asyncio.Server | None = None
        self._ticking: asyncio.Task[None] | None = None

    async def open(self, address: Address, tls: ssl.SSLContext | None = None) -> None:
        """Listen on host and port, on a unix socket, or on a socket that is bound already."""
        loop = asyncio.get_running_loop()
        connect = partial(Connection, self._connections)
        if isinstance(address, socket.socket):
            server = await loop.create_server(connect, sock=address, backlog=BACKLOG, ssl=tls)
        elif isinstance(address, Path):
            mode = stat.S_IMODE(address.stat().st_mode) if address.exists() else SOCKET_MODE
            server = await loop.create_unix_server(connect, address, backlog=BACKLOG, ssl=tls)
            address.chmod(mode)
        else:
            server = await loop.create_server(connect, *address, backlog=BACKLOG, ssl=tls)
        self._server = server
        for listening in server.sockets:
            _bound_system_buffers(listening)
        self._ticking = asyncio.create_task(self._tick())

    async def close(self, seconds: float) -> None:
        """Stop listening, and let the answers that are due be sent within this time."""
        if self._server is not None:
            self._server.close()
        self._connections.stop()
        try:
            async with asyncio.timeout(seconds):
                while self._connections.is_busy:
                    await asyncio.sleep(POLL_SECONDS)
        except TimeoutError:
            logger.warning("answers were given up after %s s", seconds)
            self._connections.cancel()
            await asyncio.sleep(0)
        if self._ticking is not None:
            self._ticking.cancel()

    async def _tick(self) -> None:
        while True:
            self._connections.tick(asyncio.get_running_loop().time())
            await asyncio.sleep(TICK_SECONDS)


class Server:
    """Serves an ASGI application until the process gets SIGINT or SIGTERM."""

    def __init__(
        self,
        connections: Connections,
        address: Address,
        stopping: Callable[[], None] = lambda: None,
        seconds: float = 5.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`stopping` is called before the connections end; they have so many `seconds`."""
        self._connections = connections
        self._address = address
        self._stopping = stopping
        self._seconds = seconds
        self._tls = tls
        self._ending = asyncio.Event()
        self.started = False

    def run(self) -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(self._until_signal())

    def stop(self) -> None:
        """End the server; at once if it is ending already."""
        if self._ending.is_set():
            self._connections.cancel()
        self._ending.set()

    async def serve(self) -> None:
        """Serve until `stop`."""
        lifespan = Lifespan(self._connections.application, self._connections.state)
        listener = Listener(self._connections)
        try:
            await lifespan.start()
            await listener.open(self._address, self._tls)
        except (LifespanFailed, OSError) as failure:
            logger.critical("cannot start: %s", failure)
            await lifespan.end()
            raise SystemExit(CANNOT_START) from None
        self.started = True
        await self._ending.wait()
        self._stopping()
        await listener.close(self._seconds)
        await lifespan.end()

    async def _until_signal(self) -> None:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self.stop)
        await self.serve()


def _bound_system_buffers(listener: socket.socket) -> None:
    """Keep unread answers out of the buffers of the system; connections inherit the bound."""
    if hasattr(socket, "TCP_NOTSENT_LOWAT") and listener.family != socket.AF_UNIX:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)
