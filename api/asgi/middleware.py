"""What stands before the framework: counting, limits, OPTIONS, HEAD, and plain commands at once."""

import logging
import time
from typing import Any, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send

from api.asgi import fast_path, metrics
from api.asgi.buckets import Bucket
from api.asgi.cors import Cors, Headers
from api.asgi.rate_limit import Gate, excused, token_of
from api.http.decoding import StrictRequest
from api.http.methods import methods_at
from api.problems import handlers
from api.problems.handlers import ApiProblem
from api.services import Services
from api.streaming.writer import HEAD_ONLY
from application.settings import Settings

logger = logging.getLogger("ludotheque.access")


class Front:
    """The web process as one ASGI application."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self.app = app
        self._cors = Cors(settings.cors_origins)
        self._gate = Gate(settings)
        self._access_log = settings.access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        scope["litestar_app"] = self.app  # problems are told the framework's way
        extra = self._cors.headers(scope)

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                took = time.perf_counter() - began
                metrics.count(scope, message["status"], took)
                if self._access_log:
                    _log(scope, message["status"], took)
                if extra:
                    message = cast(Any, {**message, "headers": [*message["headers"], *extra]})
            await send(message)

        if scope["method"] == "OPTIONS" and await self._options(scope, counted, extra):
            return
        services: Services = self.app.state.services
        token = token_of(scope)
        refusal = self._gate.take(services, scope, token)
        if refusal is not None and await self._refused(scope, receive, counted, token, refusal):
            return
        if scope["method"] == "HEAD" and "GET" in methods_at(self.app, scope["path"]):
            asked: Any = {**scope, "method": "GET", HEAD_ONLY: True}
            scope = asked  # the server below keeps the body
        remaining = await fast_path.answered(services, scope, token, receive, counted)
        if remaining is not None:
            extra += self._gate.headers(services, scope, token)
            await self.app(scope, remaining, counted)

    async def _refused(
        self, scope: HTTPScope, receive: Receive, send: Send, token: bytes | None, refusal: Bucket
    ) -> bool:
        """Too many requests, unless this is one that is never refused for that."""
        try:
            await excused(self.app.state.services, scope, token, refusal)
        except ApiProblem as too_many:
            await handlers.answered(StrictRequest(scope, receive, send), too_many)
            return True
        return False

    async def _options(self, scope: HTTPScope, send: Send, extra: Headers) -> bool:
        """OPTIONS on any known address: 204 and all of its methods."""
        allowed = methods_at(self.app, scope["path"])
        if allowed:
            extra[:] = self._cors.headers(scope, allowed)
            headers: Any = [(b"allow", ", ".join(allowed).encode())]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        return bool(allowed)


def _log(scope: HTTPScope, status: int, took: float) -> None:
    """The route, not the address: ids, queries and tickets are nobody's business."""
    route = scope.get("path_template") or "unknown"
    told = {"method": scope["method"], "route": route, "status": status}
    logger.info("answered", extra={**told, "ms": round(1000 * took, 1)})
