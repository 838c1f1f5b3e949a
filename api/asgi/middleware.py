"""What runs before the framework: metrics, CORS, OPTIONS, HEAD, rate limits, and quick ways."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Receive, Scope, Send

from api.admission.caller import CALLER, IN_SCOPE
from api.admission.client_address import ClientAddress
from api.admission.replay_budget import Work
from api.admission.replay_requests import ReplayKind, replay_kind
from api.asgi.cors import Cors
from api.asgi.rate_limit import RateLimiter
from api.asgi.visit import VISIT, Visit
from api.http.callers import changes_something, require_no_maintenance
from api.http.decoding import StrictRequest
from api.http.injection import Filled
from api.problems.handlers import ApiProblem, send_problem
from api.problems.methods import methods_at
from api.streaming.writer import HEAD_ONLY
from api.transport.answer import Answer
from api.transport.turn import NotQuick, Pending, Read, Reads, Reply, Then, Turn, Written
from application.administration.watch import AdministrationWatch
from application.ops.store_budget import start_budget
from application.ports.world import World
from application.settings import Settings
from domain.kernel.refusals import Rejected

Quick: TypeAlias = Callable[..., Answer | Read | Reads | Written]
_VALUE = re.compile(r"\{[^}]*\}")
LEFT_TO_APPLICATION = (NotQuick, ApiProblem, Rejected)  # it answers with problems


class QuickWay(NamedTuple):
    path: str  # with names in place of its values
    quick: Quick
    values: slice  # where they are among the groups of the expression


class QuickWays:
    """Finds the quick way of a request by its method and path, with one expression for all."""

    def __init__(self, app: Litestar, parts: Mapping[Any, Any]) -> None:
        self.ways: dict[int, QuickWay] = {}  # by the group of the expression
        patterns, groups = [], 0
        for route in app.routes:
            for handler in getattr(route, "route_handlers", ()):
                if (quick := getattr(handler.opt.get("operation"), "quick", None)) is None:
                    continue
                path, (method,) = route.path_format, handler.http_methods
                patterns.append(f"({method} {_VALUE.sub('([^/]+)', path)})")
                values = len(_VALUE.findall(path))
                self.ways[groups + 1] = QuickWay(
                    path, _bound(quick, parts), slice(groups + 1, groups + 1 + values)
                )
                groups += 1 + values
        self._matched = re.compile("|".join(patterns)).fullmatch

    def find(self, scope: Any) -> tuple[Quick, tuple[str, ...]] | None:
        """Return the quick way and the values in the path; None if the request has none."""
        found = self._matched(f"{scope['method']} {scope['path']}")
        if found is None or found.lastindex is None:
            return None
        path, quick, values = self.ways[found.lastindex]
        scope["path_template"] = path
        return quick, found.groups()[values]


def _bound(quick: Quick, parts: Mapping[Any, Any]) -> Quick:
    """Return a quick way with the parts of the server that its first parameters ask for."""
    return partial(quick, *[parts[each] for each in Filled(quick, {}).parts])


class Gate(NamedTuple):
    """What the middleware asks of the running server before a request goes on."""

    limiter: RateLimiter
    administration: AdministrationWatch
    world: World
    work: Work
    turn: Turn

    def require_admission(self, visit: Visit, kind: ReplayKind | None) -> None:
        """Raise ApiProblem if a request that was charged may not go on."""
        scope, state = visit.scope, self.administration.state
        if state.maintenance is not None and changes_something(scope["method"], scope["path"]):
            require_no_maintenance(state, self.world.now())
        if kind is not None:
            self.work.shed(kind, visit.caller)
        if visit.headers.repeated is not None:
            visit.headers.require_single()


class Middleware:
    """The web process as one ASGI application: the framework and the layers around it."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self.app = app
        self._cors = Cors(settings.cors_origins) if settings.cors_origins else None
        is_behind = settings.trusted_proxies or settings.socket is not None
        self._client_address = ClientAddress(settings) if is_behind else None
        self._is_plain = self._cors is None and self._client_address is None
        self._access_log = settings.access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def quick(self, scope: Any, body: bytes) -> Reply | Pending | None:
        """Answer from memory and at most one command for the store; None: call the application.

        The scope then has the visit, so that nothing is charged twice.
        """
        state = self.app.state
        found = state.ways.find(scope)
        if found is None or (scope["query_string"] and replay_kind(scope) is not None):
            return None
        gate: Gate = state.gate
        visit = Visit(scope, [], self._access_log) if self._is_plain else self._enter(scope)
        gate.limiter.charge(visit)
        scope[IN_SCOPE] = visit.caller
        way, values = found
        try:
            if visit.allowance is not None and visit.allowance.wait:
                raise NotQuick
            if gate.administration.state.maintenance is not None or visit.headers.repeated:
                gate.require_admission(visit, None)
            visit.is_admitted = True
            sent = values if scope["method"] == "GET" else (*values, body)
            answer = way(scope, visit.headers, *sent)
        except LEFT_TO_APPLICATION:
            scope[VISIT] = visit
            return None
        return _towards_connection(gate.turn, visit, answer)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        visit: Visit | None = cast(Any, scope).get(VISIT)
        is_charged = visit is not None
        if visit is None:
            if scope["method"] == "HEAD":
                scope = self._head_as_get(scope)
            visit = self._enter(scope)
        visit.send = send
        start_budget(visit.waited)
        scope["litestar_app"] = self.app  # problems are answered with the framework's classes
        if scope["method"] == "OPTIONS" and await self._options(scope, visit):
            return
        gate: Gate = self.app.state.gate
        if not is_charged:
            gate.limiter.charge(visit)
        CALLER.set(visit.caller)
        try:
            if visit.allowance is not None and visit.allowance.wait:
                await gate.limiter.require_exemption(scope, visit.caller, visit.allowance)
            if not visit.is_admitted:
                gate.require_admission(visit, replay_kind(scope))
        except ApiProblem as problem:
            await send_problem(StrictRequest(scope, receive, visit), problem)
            return
        await self.app(scope, receive, visit)

    def _enter(self, scope: Any) -> Visit:
        if self._client_address is not None:
            self._client_address.apply(scope)
        extra = [] if self._cors is None else self._cors.headers(scope)
        return Visit(scope, extra, self._access_log)

    def _head_as_get(self, scope: HTTPScope) -> HTTPScope:
        """Return a HEAD request as GET if the path knows it; the server below drops the body."""
        if "GET" not in methods_at(self.app, scope["path"]):
            return scope
        as_get: Any = {**scope, "method": "GET", HEAD_ONLY: True}
        return cast(HTTPScope, as_get)

    async def _options(self, scope: HTTPScope, visit: Visit) -> bool:
        """Answer OPTIONS on a known path with 204 and all of its methods; False if unknown."""
        allowed = methods_at(self.app, scope["path"])
        if allowed:
            if self._cors is not None:
                visit.extra = self._cors.headers(scope, allowed)
            headers: Any = [(b"allow", ", ".join(allowed).encode())]
            await Answer(204, headers, b"")(scope, None, visit)
        return bool(allowed)


def _towards_connection(
    turn: Turn, visit: Visit, answer: Answer | Read | Reads | Written
) -> Reply | Pending:
    if isinstance(answer, Answer):
        return Reply(answer, visit.answered(answer.status))
    ask: Callable[[Then], None]
    then: Callable[[Any], Answer | Reads] = answer.then
    if isinstance(answer, Read):
        ask = partial(turn.ask, answer.command)
    elif isinstance(answer, Reads):
        ask, then = partial(turn.ask_all, answer.commands), partial(turn.shared, answer.key, then)
    else:
        ask = answer.ask
    return Pending(ask, partial(_replied, turn, visit, then))


def _replied(
    turn: Turn, visit: Visit, then: Callable[[Any], Answer | Reads], reply: Any
) -> Reply | Pending | None:
    try:
        if isinstance(reply, Exception):
            visit.read_failed()
            raise NotQuick  # the application tries again, or answers with a problem
        answer = then(reply)
    except LEFT_TO_APPLICATION:
        visit.scope[VISIT] = visit
        return None
    return _towards_connection(turn, visit, answer)
