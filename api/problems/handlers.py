"""Translates every failure into application/problem+json (RFC 9457), in this one place."""

import logging
from collections.abc import Sequence
from typing import Any

from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR
from msgspec import json

from api.problems.catalogue import codes_in, refused_by_rules
from api.problems.code import CodeSeen
from api.problems.faults import BodyCutOff, Fault, SeveralFaults
from api.problems.language import chosen_language
from api.problems.limits import StoreRefused
from api.problems.methods import methods_at, path_like
from api.problems.problem import FieldError, Problem
from api.problems.refusals import MethodNotSupported, NothingAt
from api.problems.request_faults import faults_of
from api.transport.links import link
from application.ops.logging import REQUEST
from application.ports.event_log import OutcomeUnknown, StoreRefuses, StoreUnavailable
from application.quotas import QuotaExceeded
from domain.judging.live_table import ChainBroken
from domain.kernel.ids import Lang
from domain.kernel.messages import Refusal
from domain.kernel.refusals import Rejected
from domain.kernel.words.names import no_names

logger = logging.getLogger("ludotheque")
MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_SECONDS = "1"
DOCUMENT = "/schema/openapi.json"


class ApiProblem(Exception):
    """A rejection by the API itself; without a refusal, its detail is the meaning of its code."""

    def __init__(
        self,
        problem: str | Refusal,
        field: str | None = None,
        headers: dict[str, str] | None = None,
        **facts: Any,
    ) -> None:
        """`facts` are other fields of `Problem`."""
        super().__init__(problem)
        self.problem = problem
        self.headers = headers
        self.facts = {"field": field, **facts}


class FaultyRequest(ApiProblem):
    """A request is not as documented; its faults are found when the problem is answered."""

    def __init__(self, body: bytes | None = None) -> None:
        """`body` is None if it is right, or not of interest."""
        super().__init__("malformed")
        self.body = body


def answer(
    request: Request[Any, Any, Any],
    problem: str | Refusal,
    headers: dict[str, str] | None = None,
    faults: Sequence[Fault] = (),
    **facts: Any,
) -> Response[bytes]:
    """Return a problem: one that is refused in facts, or the code of one."""
    lang = spoken_language(request)
    code = problem.code if isinstance(problem, Refusal) else problem
    known = codes_in(lang).get(code) or _undocumented(code, lang)
    detail = no_names(lang).refusal(problem) if isinstance(problem, Refusal) else known.meaning
    if isinstance(problem, Fault):
        faults = (problem,)
    errors = tuple(_field_error(each, lang) for each in faults)
    if errors:
        facts["field"] = errors[0].field
    elif facts.get("field") is not None:
        errors = (FieldError(field=facts["field"], code=code, message=detail),)
    body = Problem(
        type=link(request.scope, f"/problems/{code}"),
        title=known.title,
        status=known.status,
        detail=detail,
        instance=link(request.scope, request.scope["path"]),
        request_id=REQUEST.get(),
        errors=errors,
        **facts,
    )
    added = {"Content-Language": lang, "Vary": "Accept-Language", **_by_status(known.status)}
    return Response(
        json.encode(body),
        status_code=known.status,
        media_type=MEDIA_TYPE,
        headers={**added, **(headers or {})},
    )


def _by_status(status: int) -> dict[str, str]:
    if status in (429, 503):
        return {"Retry-After": RETRY_AFTER_SECONDS}
    return {"WWW-Authenticate": "Bearer"} if status == 401 else {}


def _field_error(fault: Fault, lang: Lang) -> FieldError:
    message = no_names(lang).refusal(fault)
    return FieldError(
        field=fault.field,
        code=fault.kind,
        message=message,
        allowed=fault.allowed,
        did_you_mean=fault.meant,
    )


def _undocumented(code: str, lang: Lang) -> CodeSeen:
    logger.error("rejection has an undocumented code: %s", code)
    return refused_by_rules(code, lang)


def rejection(request: Request[Any, Any, Any], refusal: Rejected) -> Response[bytes]:
    why = refusal.refusal
    return answer(request, why, rule=refusal.rule, field=refusal.field, version=refusal.version)


def spoken_language(request: Request[Any, Any, Any]) -> Lang:
    """Return the language for people: `lang` of the query, else `Accept-Language`, else English."""
    asked = request.query_params.get("lang")
    return chosen_language(asked, request.headers.get("accept-language")) or "en"


def api_problem(request: Request[Any, Any, Any], problem: ApiProblem) -> Response[bytes]:
    return answer(request, problem.problem, problem.headers, **problem.facts)


def faulty_request(request: Request[Any, Any, Any], wrong: FaultyRequest) -> Response[bytes]:
    return _malformed(request, wrong.body)


def _malformed(request: Request[Any, Any, Any], body: bytes | None) -> Response[bytes]:
    """Return every fault of a request."""
    faults = faults_of(request, body)
    first = faults[0]
    problem = first if len(faults) == 1 else SeveralFaults(first, len(faults))
    return answer(request, problem, faults=faults)


def over_quota(request: Request[Any, Any, Any], over: QuotaExceeded) -> Response[bytes]:
    headers = {} if over.retry_after is None else {"Retry-After": str(over.retry_after)}
    return answer(request, over.refusal, headers, version=over.version, limit=over.limit)


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
            return _malformed(request, _rejected_body(wrong))
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
        return answer(request, "malformed")
    return internal(request, wrong)


def _not_found(request: Request[Any, Any, Any]) -> Response[bytes]:
    path, document = (link(request.scope, p) for p in (request.scope["path"], DOCUMENT))
    meant = path_like(request.app, request.scope["path"])
    return answer(request, NothingAt(path, document, meant and link(request.scope, meant)))


def _rejected_body(wrong: ValidationException) -> bytes | None:
    """Return the body that the framework has rejected: only a missing one gets that far."""
    extra: Any = wrong.extra
    keys = [each.get("key") for each in extra] if isinstance(extra, list) else []
    return b"" if "data" in keys else None


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
    FaultyRequest: faulty_request,
    QuotaExceeded: over_quota,
    StoreUnavailable: unavailable,
    OutcomeUnknown: unknown_outcome,
    ChainBroken: damaged_history,
    HTTPException: http_problem,
    Exception: internal,
}
