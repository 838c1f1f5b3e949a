"""The OpenAPI document: routes from Litestar, types from msgspec, promises from us."""

from functools import cache
from importlib.metadata import version
from typing import Any

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from msgspec import json

from api import catalogue, commands, events, health, history, players, problems, tables
from api.codes import CODES
from api.describe import Link, Operation
from api.examples import example_answers, example_bodies
from api.schemas import clean, components, ref, schema_of

HANDLERS: tuple[Any, ...] = (
    *catalogue.HANDLERS,
    *players.HANDLERS,
    *tables.HANDLERS,
    *commands.HANDLERS,
    *events.HANDLERS,
    *history.HANDLERS,
    *health.HANDLERS,
    problems.explain,
)
EVERYWHERE = ("internal", "store_unavailable")
INTRODUCTION = """Play published race and card games from any client.

1. `POST /v1/players` gives a token; send it as `Authorization: Bearer …`.
2. `POST /v1/tables` opens a table, `POST …/seats` sits down, `POST …/start` deals.
3. `GET …/actions` lists every legal command of your seat; `POST …/commands` sends one.
4. `GET …/events?after=N&wait=30` tells what happens, as you may hear it.

Every error is `application/problem+json`. Every event carries a salt, every answer the head of the
hash chain: a finished table can be checked by anyone."""
TAGS = {
    "Games": "The shelf: games, their rules and components.",
    "Players": "Names and tokens.",
    "Tables": "Opening, finding, sitting, starting.",
    "Play": "Actions, commands, events, histories.",
    "Health": "For operators.",
    "Problems": "What can go wrong, explained.",
}
RESPONSE_HEADERS: dict[str, Any] = {
    "ETag": {"description": "For `If-Match` and `If-None-Match`.", "schema": {"type": "string"}},
    "Location": {"description": "Address of what was made.", "schema": {"type": "string"}},
    "Allow": {"description": "Methods this address knows.", "schema": {"type": "string"}},
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "`Bearer`.", "schema": {"type": "string"}},
}
PATH_PARAMETERS: dict[str, Any] = {
    "table": {"type": "string", "pattern": "^[a-z2-7]{26}$"},
    "player": {"type": "string", "pattern": "^[a-z2-7]{26}$"},
    "game": {"type": "string", "pattern": "^[a-z_]{1,40}$"},
    "code": {"type": "string", "pattern": "^[a-z_]{1,40}$"},
    "seat": {"type": "integer", "minimum": 0, "maximum": 7},
}
DESCRIPTIONS = {
    "game": "Key of a game, see `GET /v1/games`.",
    "player": "Id of a player.",
    "code": "Code of a problem.",
    "seat": "Number of the seat.",
}


@cache
def document() -> dict[str, Any]:
    config = OpenAPIConfig("Ludothèque", version("ludotheque"), use_handler_docstrings=True)
    drawn: Any = Litestar([*HANDLERS], openapi_config=config).openapi_schema.to_schema()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludothèque",
            "version": version("ludotheque"),
            "description": INTRODUCTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": said} for name, said in TAGS.items()],
        "paths": {path: _item(drawn["paths"][path]) for path in sorted(drawn["paths"])},
        "components": {
            "schemas": components(),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def operations() -> dict[str, Operation]:
    found: dict[str, Operation] = {}
    for handler in HANDLERS:
        assert isinstance(handler, HTTPRouteHandler)
        found[str(handler.operation_id)] = handler.opt["operation"]
    return found


def _item(methods: dict[str, Any]) -> dict[str, Any]:
    return {method: _operation(drawn) for method, drawn in methods.items()}


def _operation(drawn: dict[str, Any]) -> dict[str, Any]:
    name = drawn["operationId"]
    promised = operations()[name]
    operation = {
        "operationId": name,
        "tags": [promised.tag],
        "summary": drawn["summary"],
        "description": drawn["description"],
        "parameters": [_parameter(each) for each in drawn.get("parameters", [])],
        "responses": dict(sorted({**_answers(name, promised), **_problems(promised)}.items())),
        "security": _security(promised.bearer),
    }
    if promised.body is not None:
        operation["requestBody"] = _body(name, promised)
    return operation


def _security(bearer: bool | None) -> list[dict[str, list[str]]]:
    if bearer is None:
        return [{}, {"bearer": []}]
    return [{"bearer": []}] if bearer else []


def _parameter(drawn: dict[str, Any]) -> dict[str, Any]:
    name, where = drawn["name"], drawn["in"]
    schema = PATH_PARAMETERS[name] if where == "path" else _without_null(drawn["schema"])
    return {
        "name": name,
        "in": where,
        "required": where == "path",
        "description": drawn.get("description") or DESCRIPTIONS[name],
        "schema": clean(schema),
    }


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """An absent parameter is absent, not null."""
    [kind] = [kind for kind in schema.get("oneOf", [schema]) if kind.get("type") != "null"]
    kept = {k: v for k, v in (schema | kind).items() if k not in ("oneOf", "description")}
    if isinstance(kept["type"], list):
        [kept["type"]] = [name for name in kept["type"] if name != "null"]
    if "enum" in kept:
        kept["enum"] = [value for value in kept["enum"] if value is not None]
    if kept["type"] in ("integer", "number"):
        kept.setdefault("minimum", 0)  # Litestar leaves out a bound that is 0
    return kept


def _body(name: str, promised: Operation) -> dict[str, Any]:
    media = {"schema": schema_of(promised.body), "examples": _examples(example_bodies(name))}
    return {"required": True, "content": {"application/json": media}}


def _answers(name: str, promised: Operation) -> dict[str, Any]:
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
        if examples := _examples(example_answers(name)):
            media["examples"] = examples
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
    return {201: "Made.", 204: "Done.", 304: "Nothing has changed."}.get(status, "As asked.")


def _problems(promised: Operation) -> dict[str, Any]:
    by_status: dict[str, list[str]] = {}
    unauthorized = ("token_missing", "token_unknown") if promised.bearer is not False else ()
    damaged = ("history_damaged",) if "no_such_table" in promised.problems else ()
    for code in dict.fromkeys((*promised.problems, *unauthorized, *damaged, *EVERYWHERE)):
        by_status.setdefault(str(CODES[code].status), []).append(code)
    return {status: _problem(status, codes) for status, codes in by_status.items()}


def _problem(status: str, codes: list[str]) -> dict[str, Any]:
    examples = {code: _problem_example(code) for code in codes}
    listed = "; ".join(f"`{code}`: {CODES[code].meaning}" for code in codes)
    answer: dict[str, Any] = {
        "description": listed,
        "content": {"application/problem+json": {"schema": ref("Problem"), "examples": examples}},
    }
    header = {"401": "WWW-Authenticate", "503": "Retry-After"}.get(status)
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


def _examples(values: dict[str, Any]) -> dict[str, Any]:
    return {name: {"summary": name.replace("_", " "), "value": v} for name, v in values.items()}


@cache
def written() -> bytes:
    """The document as it is committed and served."""
    return json.format(json.encode(document()), indent=1) + b"\n"
