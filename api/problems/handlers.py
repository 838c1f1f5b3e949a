"""Translates every failure into application/problem+json (RFC 9457), in this one place."""

import logging
from typing import Annotated, Any

from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR
from msgspec import Meta, json

from api.problems.allowed_values import with_known_values
from api.problems.catalogue import codes_in, refused_by_rules
from api.problems.code import Code
from api.problems.language import chosen_language
from api.problems.limits import StoreRefused
from api.problems.methods import methods_at
from api.problems.refusals import (
    BodyCutOff,
    BodyNeeded,
    Malformed,
    MethodNotSupported,
    NothingAt,
)
from api.transport.links import link
from application.ports.event_log import OutcomeUnknown, StoreRefuses, StoreUnavailable
from application.quotas import QuotaExceeded
from domain.judging.live_table import ChainBroken
from domain.kernel.ids import Moment
from domain.kernel.language import Lang
from domain.kernel.messages import Refusal, Value
from domain.kernel.rejection import Rejected
from domain.kernel.words.names import no_names

logger = logging.getLogger("ludotheque")
MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_SECONDS = "1"
DOCUMENT = "/schema/openapi.json"


class Problem(Value, frozen=True, omit_defaults=True, kw_only=True):
    """An error, as in RFC 9457."""

    type: Annotated[
        str, Meta(description="A path that explains the problem. Its last part is the code.")
    ]
    title: Annotated[
        str, Meta(description="A short title, the same for every problem of this type.")
    ]
    status: Annotated[int, Meta(description="The HTTP status of this response.")]
    detail: Annotated[str, Meta(description="What is wrong with this request, and what to do.")]
    instance: Annotated[str, Meta(description="The path of the request.")]
    rule: Annotated[
        str | None,
        Meta(description="The id of the rule that forbids the command; `getRules` has its text."),
    ] = None
    field: Annotated[
        str | None, Meta(description="The part of the request that is wrong: `card`, `steps[1]`.")
    ] = None
    version: Annotated[
        int | None, Meta(description="The present version of the table, where it matters.")
    ] = None
    limit: Annotated[int | None, Meta(description="The limit that was reached.")] = None
    reason: Annotated[
        str | None, Meta(description="The reason that an administrator has given.")
    ] = None
    until: Annotated[
        Moment | None, Meta(description="When it ends; absent if an administrator must end it.")
    ] = None


class ApiProblem(Exception):
    """A rejection by the API itself; without a refusal, its detail is the meaning of its code."""

    def __init__(
        self,
        problem: str | Refusal,
        field: str | None = None,
        headers: dict[str, str] | None = None,
        limit: int | None = None,
        reason: str | None = None,
        until: str | None = None,
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.field = field
        self.headers = headers
        self.limit = limit
        self.reason = reason
        self.until = until


def answer(
    request: Request[Any, Any, Any],
    problem: str | Refusal,
    rule: str | None = None,
    field: str | None = None,
    version: int | None = None,
    headers: dict[str, str] | None = None,
    limit: int | None = None,
    reason: str | None = None,
    until: str | None = None,
) -> Response[bytes]:
    """Return a problem: one that is refused in facts, or the code of one."""
    lang = spoken_language(request)
    code = problem.code if isinstance(problem, Refusal) else problem
    known = codes_in(lang).get(code) or _undocumented(code, lang)
    body = Problem(
        type=link(request.scope, f"/problems/{code}"),
        title=known.title,
        status=known.status,
        detail=no_names(lang).refusal(problem) if isinstance(problem, Refusal) else known.meaning,
        instance=link(request.scope, request.scope["path"]),
        rule=rule,
        field=field,
        version=version,
        limit=limit,
        reason=reason,
        until=until,
    )
    extra = {"Content-Language": lang, "Vary": "Accept-Language"}
    if known.status in (429, 503):
        extra["Retry-After"] = RETRY_AFTER_SECONDS
    if known.status == 401:
        extra["WWW-Authenticate"] = "Bearer"
    return Response(
        json.encode(body),
        status_code=known.status,
        media_type=MEDIA_TYPE,
        headers={**extra, **(headers or {})},
    )


def _undocumented(code: str, lang: Lang) -> Code:
    logger.error("rejection has an undocumented code: %s", code)
    return refused_by_rules(code, lang)


def rejection(request: Request[Any, Any, Any], refusal: Rejected) -> Response[bytes]:
    return answer(request, refusal.refusal, refusal.rule, refusal.field, refusal.version)


def spoken_language(request: Request[Any, Any, Any]) -> Lang:
    """Return the language for people: `lang` of the query, else `Accept-Language`, else English."""
    asked = request.query_params.get("lang")
    return chosen_language(asked, request.headers.get("accept-language")) or "en"


def api_problem(request: Request[Any, Any, Any], problem: ApiProblem) -> Response[bytes]:
    return answer(
        request,
        problem.problem,
        field=problem.field,
        headers=problem.headers,
        limit=problem.limit,
        reason=problem.reason,
        until=problem.until,
    )


def over_quota(request: Request[Any, Any, Any], over: QuotaExceeded) -> Response[bytes]:
    headers = {} if over.retry_after is None else {"Retry-After": str(over.retry_after)}
    return answer(
        request,
        over.refusal,
        version=over.version,
        headers=headers,
        limit=over.limit,
    )


def unavailable(request: Request[Any, Any, Any], why: StoreUnavailable) -> Response[bytes]:
    if not isinstance(why, StoreRefuses):
        return answer(request, "store_unavailable")
    return answer(request, StoreRefused(str(why)))


def unknown_outcome(request: Request[Any, Any, Any], _: OutcomeUnknown) -> Response[bytes]:
    return answer(request, "outcome_unknown")


def damaged_history(request: Request[Any, Any, Any], broken: ChainBroken) -> Response[bytes]:
    logger.critical("the stored events of table %s do not match its hash chain", broken)
    return answer(request, "history_damaged")


def http_problem(request: Request[Any, Any, Any], wrong: HTTPException) -> Response[bytes]:
    """Translate an error that the framework raises."""
    match wrong:
        case ValidationException():
            return _malformed(request, wrong)
        case NotFoundException():
            return _not_found(request)
        case MethodNotAllowedException():
            return _not_allowed(request)
    by_status = {413: "body_too_large", 415: "media_type"}
    if wrong.status_code in by_status:
        return answer(request, by_status[wrong.status_code])
    if "disconnected" in wrong.detail:  # the client will not read it
        return answer(request, BodyCutOff())
    if wrong.status_code < HTTP_500_INTERNAL_SERVER_ERROR:
        return answer(request, Malformed(wrong.detail))
    return internal(request, wrong)


def _not_found(request: Request[Any, Any, Any]) -> Response[bytes]:
    path, document = (link(request.scope, p) for p in (request.scope["path"], DOCUMENT))
    return answer(request, NothingAt(path, document))


def _malformed(request: Request[Any, Any, Any], wrong: ValidationException) -> Response[bytes]:
    extra: Any = wrong.extra
    first: dict[str, Any] = extra[0] if isinstance(extra, list) and extra else {}
    detail = str(first.get("message", wrong.detail))
    if first.get("key") == "data":
        return answer(request, BodyNeeded())
    field = _sent_as(request, first["key"]) if "key" in first else None
    parameter = request.route_handler.parsed_fn_signature.parameters.get(first.get("key", ""))
    if parameter is not None:
        detail = with_known_values(detail, parameter.annotation)
    return answer(request, Malformed(detail), field=field)


def _sent_as(request: Request[Any, Any, Any], name: str) -> str:
    """Return the name under which clients send a parameter: that of its header or query."""
    parameter = request.route_handler.parsed_fn_signature.parameters.get(name)
    known = parameter.kwarg_definition if parameter else None
    return getattr(known, "name", None) or name


def _not_allowed(request: Request[Any, Any, Any]) -> Response[bytes]:
    path = request.scope["path"]
    at = link(request.scope, path)
    headers = {"Allow": ", ".join(methods_at(request.app, path))}
    return answer(request, MethodNotSupported(at, request.method), headers=headers)


def internal(request: Request[Any, Any, Any], failure: Exception) -> Response[bytes]:
    logger.error(
        "internal error in %s %s",
        request.method,
        request.scope["path"],
        exc_info=failure,
    )
    return answer(request, "internal")


async def send_problem(request: Request[Any, Any, Any], failure: Exception) -> None:
    """Send a failure as a problem where the framework does not do so."""
    handler = next(HANDLERS[kind] for kind in type(failure).__mro__ if kind in HANDLERS)
    response = handler(request, failure).to_asgi_response(None, request)
    await response(request.scope, request.receive, request.send)


HANDLERS: Any = {
    Rejected: rejection,
    ApiProblem: api_problem,
    QuotaExceeded: over_quota,
    StoreUnavailable: unavailable,
    OutcomeUnknown: unknown_outcome,
    ChainBroken: damaged_history,
    HTTPException: http_problem,
    Exception: internal,
}
