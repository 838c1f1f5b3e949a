"""The responses of an operation in the document: results and problems."""

from collections.abc import Iterable
from typing import Any

from api.http.operation import Link, Operation
from api.openapi.examples import example_answers
from api.openapi.raised import problems_of
from api.openapi.schemas import ref, schema_of
from api.problems.catalogue import CODES, problem_fields
from application.refusals.reasons import KeyWasReused
from domain.games import GAMES

EVERYWHERE = (
    "malformed",
    "request_timeout",
    "headers_too_large",
    "internal",
    "too_many_connections",
)
BODY = ("media_type", "body_too_large")
LIMITED = ("too_many_requests",)
OF_TABLES = ("history_damaged", "unknown_rules", "server_busy")
HELD_BY = {  # media types of texts that hold one object after the other
    "text/event-stream": "Frames of Server-Sent Events, each of this schema.",
    "application/x-ndjson": "One JSON object per line, each of this schema.",
}
UNLIMITED_TAG = "Health"  # its operations have no rate limit


def _header(description: str, needed: bool = True, **schema: Any) -> dict[str, Any]:
    bounded = {"type": "string", "maxLength": 500, **schema}
    return {"description": description, "required": needed, "schema": bounded}


RESPONSE_HEADERS: dict[str, Any] = {
    "ETag": _header(
        "The tag to send as `If-Match` or `If-None-Match`.", pattern='^"[^"]+"$', maxLength=80
    ),
    "Read-Version": _header(
        "The version of this list; it only grows. Send it as `min_version`.", pattern="^[0-9]+$"
    ),
    "Link": _header(
        'The next page: `<path>; rel="next"`; absent on the last.', needed=False, maxLength=4_000
    ),
    "Cache-Control": _header("How long a copy may be used."),
    "Content-Language": _header("The language of the labels.", pattern="^(en|fr)$"),
    "Preference-Applied": _header(
        "Present if `Prefer: return=representation` was followed.",
        needed=False,
        pattern="^return=representation$",
    ),
    "Location": _header("The path of the new or related resource.", pattern="^/"),
    "Retry-After": _header("Seconds to wait before you retry.", pattern="^[0-9]+$", maxLength=10),
    "WWW-Authenticate": _header("The authentication scheme: `Bearer`.", pattern="^Bearer"),
    "RateLimit": _header(
        'What is left: `"token";r=<requests>;t=<seconds until the quota is full>`. The name is that'
        " of the limit. A replay adds `token-work` or `address-work`, in events.",
        needed=False,
    ),
    "RateLimit-Policy": _header(
        'Your quota: `"token";q=<requests>;w=<seconds>`, for each limit in `RateLimit`. Absent on a'
        " server without limits.",
        needed=False,
    ),
}
OF_LIMITS = ("RateLimit", "RateLimit-Policy")
OF_STATUS = {"401": ("WWW-Authenticate",), "429": ("Retry-After",), "503": ("Retry-After",)}


def _headers(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def answers(name: str, promised: Operation) -> dict[str, Any]:
    return {
        str(status): _answer(name, promised, status, wanted)
        for status, wanted in promised.answers.items()
    }


def _answer(name: str, promised: Operation, status: int, wanted: Any) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": promised.returns[status]}
    limits = OF_LIMITS if promised.tag != UNLIMITED_TAG else ()
    if headers := (*promised.headers.get(status, ()), *limits):
        answer["headers"] = _headers(headers)
    if wanted is not None:
        media: dict[str, Any] = {"schema": _content(wanted, promised.media_type)}
        if recorded := examples(example_answers(name)):
            media["examples"] = recorded
        others = {kind: {"schema": _text(about)} for kind, about in promised.also.items()}
        answer["content"] = {promised.media_type: media, **others}
    if promised.links and status < 300 and wanted is not None:
        answer["links"] = {link.name or link.operation: _link(link) for link in promised.links}
    return answer


def _content(wanted: Any, media_type: str) -> dict[str, Any]:
    """Return the schema of a body; that of a stream or of lines is a text, which holds objects."""
    schema = schema_of(wanted)
    if media_type not in HELD_BY:
        return schema
    return {
        "type": "string",
        "description": HELD_BY[media_type],
        "contentMediaType": media_type,
        "contentSchema": schema,
    }


def _link(link: Link) -> dict[str, Any]:
    drawn: dict[str, Any] = {"operationId": link.operation, "parameters": dict(link.parameters)}
    return drawn if link.body is None else {**drawn, "requestBody": link.body}


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def problem_answers(promised: Operation) -> dict[str, Any]:
    by_status: dict[str, list[str]] = {}
    for code in problem_codes(promised):
        by_status.setdefault(str(CODES[code].status), []).append(code)
    return {status: _problem(status, codes) for status, codes in by_status.items()}


def problem_codes(promised: Operation) -> tuple[str, ...]:
    """Return the codes of every problem that the operation may return."""
    raised = {*promised.problems, *problems_of(promised.functions)}
    if promised.functions and not promised.has_key:
        raised -= {KeyWasReused.code}
    of_body = BODY if promised.body is not None else ()
    unauthorized = ("token_missing", "token_unknown") if promised.bearer is not False else ()
    scoped = ("scope_missing",) if unauthorized and promised.scope is not None else ()
    stored = ("store_unavailable",) if promised.store else ()
    damaged = OF_TABLES if "no_such_table" in raised else ()
    limited = LIMITED if promised.tag != UNLIMITED_TAG else ()
    playing = ("suspended",) if promised.bearer and promised.scope == "play" else ()
    changing = ("maintenance",) if promised.changes else ()
    own = {*raised, *of_body, *unauthorized, *scoped, *playing, *changing, *damaged, *stored}
    return tuple(sorted({*own, *limited, *EVERYWHERE}))


def _problem(status: str, codes: list[str]) -> dict[str, Any]:
    examples = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
    listed = "\n".join(f"* `{code}`: {CODES[code].meaning}" for code in codes)
    answer: dict[str, Any] = {
        "description": listed,
        "content": {"application/problem+json": {"schema": ref("Problem"), "examples": examples}},
    }
    if headers := (*OF_STATUS.get(status, ()), *(OF_LIMITS if status == "429" else ())):
        answer["headers"] = _headers(headers)
    return answer


def problem_examples(operations: Iterable[Operation]) -> dict[str, Any]:
    """Return an example of each problem that one of the operations may return."""
    codes = {code for promised in operations for code in problem_codes(promised)}
    return {code: _problem_example(code) for code in sorted(codes)}


def _problem_example(code: str) -> dict[str, Any]:
    known = CODES[code]
    return {"summary": known.title, "value": problem_fields(known, "/v1/tables")}


def examples(values: dict[str, Any]) -> dict[str, Any]:
    return {name: {"summary": example_title(name), "value": v} for name, v in values.items()}


def example_title(name: str) -> str:
    """Return `my_game_play` as `My Game: play`."""
    for game in GAMES.values():
        if name.startswith(game.key):
            rest = name.removeprefix(game.key).replace("_", " ").strip()
            return f"{game.title.en}: {rest}" if rest else game.title.en
    return name.replace("_", " ").capitalize()
