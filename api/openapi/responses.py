"""The responses of an operation in the document: results and problems."""

from collections.abc import Iterable
from typing import Any

from api.http.operation import Answer, Link, Operation
from api.openapi.examples import example_answers
from api.openapi.names import ref
from api.openapi.raised import problems_of
from api.openapi.schemas import schema_of
from api.play.bodies import AnyCommand
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
REQUEST_ID = "Request-Id"
LIMITED = ("too_many_requests",)
OF_TABLES = ("history_damaged", "unknown_rules", "server_busy")
STREAM = "text/event-stream"
HELD_BY = {  # media types of texts that hold one object after the other
    STREAM: "Frames of Server-Sent Events, each of this schema.",
    "application/x-ndjson": "One JSON object per line, each of this schema.",
}


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
    REQUEST_ID: _header(
        "The id of the request: the `Request-Id` that you sent, or the trace id of your"
        " `traceparent`, or a new one. It is in the log of the server.",
        needed=False,
        maxLength=64,
    ),
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
OF_DEPRECATED: dict[str, Any] = {
    "Deprecation": _header("Since when the operation is deprecated: `@` and seconds since 1970."),
    "Sunset": _header("The date from which on the operation may be missing."),
}
OF_LIMITS = ("RateLimit", "RateLimit-Policy")
OF_STATUS = {"401": ("WWW-Authenticate",), "429": ("Retry-After",), "503": ("Retry-After",)}


def _headers(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def answers(name: str, promised: Operation) -> dict[str, Any]:
    return {str(each.status): _answer(name, promised, each) for each in promised.answers}


def _answer(name: str, promised: Operation, known: Answer) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": promised.returns[known.status]}
    if headers := (*known.headers, *OF_LIMITS, *(OF_DEPRECATED if promised.deprecated else ())):
        answer["headers"] = _headers(headers)
    if known.body is None:
        return answer
    media: dict[str, Any] = {"schema": _content(known.body, known.media_type)}
    if recorded := examples(example_answers(name)):
        media["examples"] = recorded
    others = {kind: {"schema": _text(about)} for kind, about in promised.also.items()}
    answer["content"] = {known.media_type: media, **others}
    if promised.links and known.status < 300:
        answer["links"] = {link.name or link.operation: _link(link) for link in promised.links}
    return answer


def _content(wanted: Any, media_type: str) -> dict[str, Any]:
    """Return the schema of a body; that of a stream or of lines is a text, which holds objects.

    The schema of a stream has no `type`, because schemathesis compares it with each frame that it
    has parsed.
    """
    schema = schema_of(wanted)
    if media_type not in HELD_BY:
        return schema
    description = {"description": HELD_BY[media_type]}
    held = {"contentMediaType": media_type, "contentSchema": schema}
    if media_type == STREAM:
        return {**description, "if": {"type": "string"}, "then": held, "else": schema}
    return {"type": "string", **description, **held}


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
    body = promised.seen.body
    codes = {*EVERYWHERE, *LIMITED, *problems_of(promised.seen.functions, plays=body is AnyCommand)}
    if not promised.seen.has_key:
        codes.discard(KeyWasReused.code)
    if "no_such_table" in codes:
        codes.update(OF_TABLES)
    if body is not None:
        codes.update(BODY)
    if promised.store:
        codes.add("store_unavailable")
    if promised.changes:
        codes.add("maintenance")
    return tuple(sorted(codes))


def _problem(status: str, codes: list[str]) -> dict[str, Any]:
    examples = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
    listed = "\n".join(f"* `{code}`: {CODES[code].meaning}" for code in codes)
    answer: dict[str, Any] = {
        "description": listed,
        "content": {"application/problem+json": {"schema": ref("Problem"), "examples": examples}},
    }
    limits = OF_LIMITS if status == "429" else ()
    answer["headers"] = _headers((*OF_STATUS.get(status, ()), REQUEST_ID, *limits))
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
