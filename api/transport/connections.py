"""All connections of a server: what they share, and what bounds them together."""

import asyncio
from collections import Counter
from collections.abc import Callable
from email.utils import formatdate
from typing import Any

from api.transport.connection import Connection
from api.transport.exchange import ASGI, Application
from api.transport.reader import Refusal
from api.transport.request_ids import RequestIds
from api.transport.turn import QuickWay
from application.caller_network import connections_at
from application.setting_fields import SettingFields

HEADERS = "x-content-type-options: nosniff\r\n"


class HeldBytes:
    """Limits the memory of unread answers and unparsed input: the oldest holders are dropped.

    A connection appears here only when it holds more than its fixed share (`HIGH_WATER`).
    """

    def __init__(self, most: int, dropped: Callable[[str], None]) -> None:
        self._most = most
        self._dropped = dropped
        self._sizes: dict[Connection, int] = {}  # oldest first
        self.total = 0

    def update(self, connection: Connection, size: int) -> None:
        """Set how much a connection holds; 0 when it holds nothing any more."""
        self.total += size - self._sizes.get(connection, 0)
        if size:
            self._sizes[connection] = size
        else:
            self._sizes.pop(connection, None)
        while self.total > self._most:
            self._drop(next(iter(self._sizes)))

    def _drop(self, connection: Connection) -> None:
        self.total -= self._sizes.pop(connection)
        self._dropped("held")
        # Not at once: this may be called in the middle of a write to it.
        connection.loop.call_soon(connection.transport.abort)


class Connections:
    """The connections of one application, and the requests that it is answering.

    `problem` returns the whole answer to a request that is refused, `dropped` counts a connection
    that was ended for a reason, and `counted` returns the network that a connection counts for.
    `quick` answers a request without the application; None leaves the request to it.
    """

    def __init__(
        self,
        application: Application,
        settings: SettingFields,
        problem: Callable[[Refusal], bytes],
        dropped: Callable[[str], None],
        counted: Callable[[str], str | None],
        quick: QuickWay | None = None,
    ) -> None:
        self.application = application
        self.quick = quick
        self._counted = counted
        self._per_network: Counter[str] = Counter()
        self._open: dict[Connection, str | None] = {}
        self.tasks: set[asyncio.Task[None]] = set()  # one for each request that is answered
        self.settings = settings
        self.problem = problem
        self.dropped = dropped
        self.held = HeldBytes(settings.held_megabytes * 1024 * 1024, dropped)
        self.state: dict[str, Any] = {}  # of the lifespan
        self.ids = RequestIds()
        self.is_stopping = False
        self.tick()

    @property
    def is_busy(self) -> bool:
        return bool(self._open or self.tasks)

    def add(self, connection: Connection) -> bool:
        """Take a new connection; return False if there are too many of its network, or in all."""
        transport = connection.transport
        client = _address(transport, "peername")
        connection.scope = {
            "type": "http",
            "asgi": ASGI,
            "client": client,
            "server": _address(transport, "sockname"),
            "scheme": "https" if transport.get_extra_info("sslcontext") else "http",
            "root_path": "",
        }
        network = self._open[connection] = self._counted(client[0]) if client else None
        if network is not None:
            self._per_network[network] += 1
            if self._per_network[network] > connections_at(self.settings, network):
                return False
        return len(self._open) <= self.settings.connections

    def remove(self, connection: Connection) -> None:
        network = self._open.pop(connection)
        if network is not None:
            self._per_network[network] -= 1
            if not self._per_network[network]:
                del self._per_network[network]
        self.held.update(connection, 0)

    def tick(self, now: float | None = None) -> None:
        """Set the date of the answers, and enforce the bounds of time; once per second."""
        self.default_lines = f"date: {formatdate(usegmt=True)}\r\n{HEADERS}".encode()
        if now is not None:
            for connection in list(self._open):
                connection.check(now)

    def stop(self) -> None:
        """End each connection with the answers that are due."""
        self.is_stopping = True
        for connection in list(self._open):
            connection.stop()

    def cancel(self) -> None:
        """Give up the answers that are still due."""
        for task in self.tasks:
            task.cancel()
        for connection in list(self._open):
            connection.transport.abort()


def _address(transport: asyncio.Transport, name: str) -> tuple[str, int | None] | None:
    """Return an address as ASGI has it; None for a client of a unix socket."""
    found = transport.get_extra_info(name)
    if isinstance(found, tuple):
        return str(found[0]), int(found[1])
    return (found, None) if found and isinstance(found, str) else None
