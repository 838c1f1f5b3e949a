"""What every operation may answer, good and bad, as the document says it."""

from typing import Any

from api.codes import CODES
from api.describe import Link, Operation
from api.examples import example_answers
from api.schemas import ref, schema_of

EVERYWHERE = ("malformed", "request_timeout", "headers_too_large", "internal")
LIMITED = ("too_many_requests",)
RESPONSE_HEADERS: dict[str, Any] = {
    "ETag": {"description": "For `If-Match` and `If-None-Match`.", "schema": {"type": "string"}},
    "Read-Version": {
        "description": "How far this list has come; it only grows. See `min_version`.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
    "Location": {"description": "Address of what was made.", "schema": {"type": "string"}},
    "Allow": {"description": "Methods this address knows.", "schema": {"type": "string"}},
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "`Bearer`.", "schema": {"type": "string"}},
}


def answers(name: str, promised: Operation) -> dict[str, Any]:
    return {
        str(status): _answer(name, promised, status, wanted)
        for status, wanted in promised.answers.items()
    }


def _answer(name: str, promised: Operation, status: int, wanted: Any) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": _outcome(status)}
    if status in promised.headers:
        answer["headers"] = {h: RESPONSE_HEADERS[h] for h in promised.headers[status]}
    if wanted is not None:
        media: dict[str, Any] = {"schema": schema_of(wanted)}
        if recorded := examples(example_answers(name)):
            media["examples"] = recorded
        others = {kind: {"schema": _text(said)} for kind, said in promised.also.items()}
        answer["content"] = {promised.media_type: media, **others}
    if promised.links and status < 300:
        answer["links"] = {link.operation: _link(link) for link in promised.links}
    return answer


def _link(link: Link) -> dict[str, Any]:
    drawn: dict[str, Any] = {"operationId": link.operation, "parameters": dict(link.parameters)}
    return drawn if link.body is None else {**drawn, "requestBody": link.body}


def _text(said: str) -> dict[str, Any]:
    return {"type": "string", "description": said}


def _outcome(status: int) -> str:
    return {
        201: "Made.",
        202: "It will be done.",
        204: "Done.",
        303: "Elsewhere, for browsers.",
        304: "Nothing has changed.",
    }.get(status, "As asked.")


def problem_answers(promised: Operation) -> dict[str, Any]:
    by_status: dict[str, list[str]] = {}
    unauthorized = ("token_missing", "token_unknown") if promised.bearer is not False else ()
    stored = ("store_unavailable",) if promised.store else ()
    damaged = ("history_damaged", "unknown_rules") if "no_such_table" in promised.problems else ()
    limited = LIMITED if promised.tag != "Health" else ()
    own = (*promised.problems, *unauthorized, *damaged, *stored)
    for code in dict.fromkeys((*own, *limited, *EVERYWHERE)):
        by_status.setdefault(str(CODES[code].status), []).append(code)
    return {status: _problem(status, codes) for status, codes in by_status.items()}


def _problem(status: str, codes: list[str]) -> dict[str, Any]:
    examples = {code: _problem_example(code) for code in codes}
    listed = "; ".join(f"`{code}`: {CODES[code].meaning}" for code in codes)
    answer: dict[str, Any] = {
        "description": listed,
        "content": {"application/problem+json": {"schema": ref("Problem"), "examples": examples}},
    }
    header = {"401": "WWW-Authenticate", "429": "Retry-After", "503": "Retry-After"}.get(status)
    if header:
        answer["headers"] = {header: RESPONSE_HEADERS[header]}
    return answer


def _problem_example(code: str) -> dict[str, Any]:
    told = CODES[code]
    value = {
        "type": f"/problems/{code}",
        "title": told.title,
        "status": told.status,
        "detail": told.meaning,
        "instance": "/v1/tables",
    }
    return {"summary": told.title, "value": value}


def examples(values: dict[str, Any]) -> dict[str, Any]:
    return {name: {"summary": name.replace("_", " "), "value": v} for name, v in values.items()}
