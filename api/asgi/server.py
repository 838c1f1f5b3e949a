"""The web server: uvicorn with bounded requests and a quick shutdown."""

from socket import socket
from typing import Any

import uvicorn

from api.asgi.middleware import Middleware
from api.asgi.protocol import BoundedProtocol
from api.services import Services
from application.settings import Settings

TICKS = 10  # of a tenth of a second, between two checks for slow requests


class Server(uvicorn.Server):
    """Answers streams and long polls before it drains the connections at shutdown."""

    def __init__(self, app: Middleware, settings: Settings) -> None:
        self._app = app
        self._request_seconds = settings.request_seconds
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                loop="uvloop",
                http=BoundedProtocol,
                ws="none",
                access_log=False,
                log_config=None,
                log_level="warning",
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=5,
            )
        )

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self._reject_slow_requests()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        if "services" in self._app.app.state:
            services: Services = self._app.app.state.services
            services.end_waiting()
        await super().shutdown(sockets)

    def _reject_slow_requests(self) -> None:
        connections: Any = self.server_state.connections
        for connection in list(connections):
            connection.reject_slow(connection.loop.time() - self._request_seconds)
