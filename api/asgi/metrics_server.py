"""Serves `/metrics` on an address of its own: for the operator, or for the other processes."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from api.asgi.server import connections_of
from api.metrics import MEDIA_TYPE
from api.transport.server import Address, Listener
from application.settings import Settings

MOST_CONNECTIONS = 64
END_SECONDS = 1.0
NOT_FOUND = b"Metrics are at /metrics.\n"


@asynccontextmanager
async def serving_metrics(
    settings: Settings, address: Address | None, exposed: Callable[[], Awaitable[bytes]]
) -> AsyncIterator[None]:
    """Serve the metrics on this address, if there is one, until the block ends."""
    if address is None:
        yield
        return

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found = scope["path"] == "/metrics" and scope["method"] in ("GET", "HEAD")
        content = await exposed() if found else NOT_FOUND
        kind = MEDIA_TYPE if found else "text/plain"
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", b"%d" % len(content)),
        ]
        status = 200 if found else 404
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    listener = Listener(connections_of(app, replace(settings, connections=MOST_CONNECTIONS)))
    await listener.open(address)
    try:
        yield
    finally:
        await listener.close(END_SECONDS)
