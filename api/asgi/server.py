"""The web server: uvicorn with bounded requests and a quick shutdown."""

import asyncio
import os
import resource
import socket
from functools import partial
from typing import Any

import uvicorn

from api.asgi.bounded_input import Bounds
from api.asgi.middleware import Middleware
from api.asgi.protocol import BoundedProtocol
from api.services import Services
from application.settings import Settings

TICKS = 10  # of a tenth of a second, between two checks for slow clients
UNSENT = 64 * 1024  # bytes of an answer that the system takes before they are sent
OTHER_FILES = 64  # open files that are no connections of clients


class Server(uvicorn.Server):
    """Answers streams and long polls before it drains the connections at shutdown."""

    def __init__(self, app: Middleware, settings: Settings) -> None:
        bounds = Bounds(settings, most_connections(settings))
        self._app = app
        self._request_seconds = settings.request_seconds
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                uds=None if settings.socket is None else str(settings.socket),
                loop="uvloop",
                http=partial(BoundedProtocol, bounds),  # type: ignore[arg-type]
                ws="none",
                access_log=False,
                log_config=None,
                log_level="warning",
                server_header=False,
                headers=[("X-Content-Type-Options", "nosniff")],
                proxy_headers=False,
                timeout_keep_alive=settings.idle_seconds,
                timeout_graceful_shutdown=5,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in (each for server in self.servers for each in server.sockets):
            _bound_system_buffers(listener.fileno())

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self._drop_slow_clients()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if "services" in self._app.app.state:
            services: Services = self._app.app.state.services
            services.end_waiting()
        await super().shutdown(sockets)

    def _drop_slow_clients(self) -> None:
        connections: Any = self.server_state.connections
        now = asyncio.get_running_loop().time()
        for connection in list(connections):
            if connection.only_streams():  # nearly all, where thousands watch
                continue
            connection.reject_slow(now - self._request_seconds)
            connection.close_idle(now - self.config.timeout_keep_alive)
            connection.drop_unread(now)


def _bound_system_buffers(listener: int) -> None:
    """Keep unread answers out of the buffers of the system; connections inherit the bound."""
    if not hasattr(socket, "TCP_NOTSENT_LOWAT"):  # not on every system
        return
    with socket.socket(fileno=os.dup(listener)) as same:
        if same.family != socket.AF_UNIX:
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)


def most_connections(settings: Settings) -> int:
    """Return how many connections the settings and the limit of open files allow."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return settings.connections
    return max(1, min(settings.connections, files - OTHER_FILES))
