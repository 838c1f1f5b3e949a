"""Serves `/metrics` on an address of its own, so that the public one need not show it.

Of several processes, each has a socket for the others; any of them answers for all.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from api.asgi.gathered_metrics import OWN, SUFFIX
from api.asgi.metrics import MEDIA_TYPE
from api.asgi.server import connections_of
from api.transport.server import Listener
from application.settings import Settings

MOST_CONNECTIONS = 64
END_SECONDS = 1.0
NOT_FOUND = b"Metrics are at /metrics.\n"


@asynccontextmanager
async def serving_metrics(
    settings: Settings, exposed: Callable[[], Awaitable[bytes]], own: Callable[[], Awaitable[bytes]]
) -> AsyncIterator[None]:
    """Serve the metrics on their address, if there is one, until the block ends.

    `own` are those of this process, `exposed` those of all on this machine.
    """
    if (address := address_of_metrics(settings)) is None:
        yield
        return
    content_of = {"/metrics": exposed}
    if isinstance(address, Path):
        content_of[OWN] = own

    async def app(scope: Any, receive: Any, send: Any) -> None:
        read = content_of.get(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
        found = read is not None
        content = NOT_FOUND if read is None else await read()
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


def address_of_metrics(settings: Settings) -> tuple[str, int] | Path | None:
    """Return where the metrics are served beside the public address: of several processes a socket.

    The proxy before these has the address of the settings.
    """
    if settings.is_one_of_several:
        assert settings.socket is not None
        return settings.socket.with_suffix(SUFFIX)
    if (address := settings.metrics_address) is None:
        return None
    return address.host, address.port
