"""Serves `/metrics` on an address of its own, so that the public one need not show it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn

from api.asgi.metrics import MEDIA_TYPE
from application.setting_values import ListenAddress

MOST_CONNECTIONS = 64
START_POLL_SECONDS = 0.02
NOT_FOUND = b"Metrics are at /metrics.\n"


class MetricsServer(uvicorn.Server):
    """A second server in the loop of the first, which alone handles signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serving_metrics(
    address: ListenAddress | None, exposed: Callable[[], Awaitable[bytes]]
) -> AsyncIterator[None]:
    """Serve the metrics on this address, if there is one, until the block ends."""
    if address is None:
        yield
        return
    server = MetricsServer(_config(address, exposed))
    running = asyncio.create_task(server.serve())
    try:
        while not server.started and not running.done():
            await asyncio.sleep(START_POLL_SECONDS)
        if running.done():
            raise OSError(f"cannot serve metrics on {address.host}:{address.port}")
        yield
    finally:
        server.should_exit = True
        await asyncio.gather(running, return_exceptions=True)


def _config(address: ListenAddress, exposed: Callable[[], Awaitable[bytes]]) -> uvicorn.Config:
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

    return uvicorn.Config(
        app,
        host=address.host,
        port=address.port,
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
