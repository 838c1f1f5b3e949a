"""What runs before the framework: metrics, CORS, OPTIONS, HEAD, rate limits, and commands."""

import logging
import time
from typing import Any, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send

from api.admission.caller import CALLER, NOBODY
from api.admission.client_address import ClientAddress
from api.admission.dear import dear_kind
from api.asgi import metrics
from api.asgi.cors import Cors, Headers
from api.asgi.rate_limit import RateLimiter, caller_of
from api.http import commands
from api.http.decoding import StrictRequest
from api.http.headers import read_headers
from api.http.methods import methods_at
from api.http.permission import changes_something, require_no_maintenance
from api.problems.handlers import ApiProblem, send_problem
from api.services import Services
from api.streaming.writer import HEAD_ONLY
from application.patience import share_one_budget
from application.settings import Settings

logger = logging.getLogger("ludotheque.access")


class CountedSend:
    """The `send` of a request: counts the answer, and adds headers to it."""

    def __init__(self, scope: HTTPScope, send: Send, access_log: bool) -> None:
        self._began = time.perf_counter()
        self._scope = scope
        self._send = send
        self._access_log = access_log
        self.extra: Headers = []  # headers of whatever answer
        self.caller = NOBODY

    async def __call__(self, message: Message) -> None:
        """Send one message of the answer."""
        if message["type"] == "http.response.start":
            took, status = time.perf_counter() - self._began, message["status"]
            metrics.count(self._scope, status, took)
            if self._access_log:
                self._log(status, took)
            if self.caller.work is not None:
                self.extra.extend(self.caller.work.headers)
            if self.extra:
                message = cast(Any, {**message, "headers": [*message["headers"], *self.extra]})
        await self._send(message)

    def _log(self, status: int, took: float) -> None:
        """Log the route, not the path: ids, queries and tickets do not belong in a log."""
        route = self._scope.get("path_template") or "unknown"
        fields = {"method": self._scope["method"], "route": route, "status": status}
        logger.info("answered", extra={**fields, "ms": round(1000 * took, 1)})


class Middleware:
    """The web process as one ASGI application: the framework and the layers around it."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self.app = app
        self._cors = Cors(settings.cors_origins)
        self._limiter = RateLimiter(settings)
        self._client_address = ClientAddress(settings)
        self._access_log = settings.access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            scope = self._head_as_get(scope)
        counted = CountedSend(scope, send, self._access_log)
        share_one_budget()
        scope["litestar_app"] = self.app  # problems are answered with the framework's classes
        self._client_address.apply(scope)
        counted.extra = self._cors.headers(scope)
        if scope["method"] == "OPTIONS" and await self._options(scope, counted):
            return
        services: Services = self.app.state.services
        try:
            await self._admit(services, scope, counted)
        except ApiProblem as problem:
            await send_problem(StrictRequest(scope, receive, counted), problem)
            return
        await self._dispatch(services, scope, receive, counted)

    async def _dispatch(
        self, services: Services, scope: HTTPScope, receive: Receive, send: CountedSend
    ) -> None:
        """Answer a command directly, which costs half as much; all else by the framework."""
        table = commands.addressed_table(scope)
        if table is not None:
            await commands.answer(services, table, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _admit(self, services: Services, scope: HTTPScope, send: CountedSend) -> None:
        """Charge the request to its caller; raises ApiProblem if it may not go on."""
        headers = read_headers(scope)
        caller = send.caller = caller_of(services, scope, headers.token_hash)
        CALLER.set(caller)
        allowance = self._limiter.take(services, scope, caller)
        if allowance is not None:
            send.extra += allowance.headers
            if allowance.wait:
                await self._limiter.require_exemption(services, scope, caller, allowance)
        state = services.administration.state
        if state.maintenance is not None and changes_something(scope["method"], scope["path"]):
            require_no_maintenance(state, services.world.now())
        if (dear := dear_kind(scope)) is not None:
            services.work.shed(dear, caller)
        headers.require_single()

    def _head_as_get(self, scope: HTTPScope) -> HTTPScope:
        """Return a HEAD request as GET if the path knows it; the server below drops the body."""
        if "GET" not in methods_at(self.app, scope["path"]):
            return scope
        as_get: Any = {**scope, "method": "GET", HEAD_ONLY: True}
        return cast(HTTPScope, as_get)

    async def _options(self, scope: HTTPScope, send: CountedSend) -> bool:
        """Answer OPTIONS on a known path with 204 and all of its methods; False if unknown."""
        allowed = methods_at(self.app, scope["path"])
        if allowed:
            send.extra = self._cors.headers(scope, allowed)
            headers: Any = [(b"allow", ", ".join(allowed).encode())]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        return bool(allowed)
