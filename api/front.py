"""What stands before the framework: counting, OPTIONS, HEAD, and plain commands at once."""

import time
from typing import Any, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send

from api import metrics, quick
from api.methods import methods_at


class Front:
    """The web process as one ASGI application."""

    def __init__(self, app: Litestar) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.count(scope, message["status"], time.perf_counter() - began)
            await send(message)

        if scope["method"] == "OPTIONS" and await _options(self.app, scope, counted):
            return
        if scope["method"] == "HEAD" and "GET" in methods_at(self.app, scope["path"]):
            scope = cast(HTTPScope, {**scope, "method": "GET"})  # the server below keeps the body
        remaining = await quick.answered(self.app, scope, receive, counted)
        if remaining is not None:
            await self.app(scope, remaining, counted)


async def _options(app: Litestar, scope: HTTPScope, send: Send) -> bool:
    """OPTIONS on any known address: 204 and all of its methods."""
    allowed = methods_at(app, scope["path"])
    if allowed:
        headers: Any = [(b"allow", ", ".join(allowed).encode())]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    return bool(allowed)
