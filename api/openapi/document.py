"""The OpenAPI document: routes from Litestar, types from msgspec, the rest from signatures."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from msgspec import json

from api.http.operation import Operation
from api.openapi.bounds import ID
from api.openapi.examples import example_bodies
from api.openapi.responses import (
    OF_DEPRECATED,
    RESPONSE_HEADERS,
    answers,
    examples,
    problem_answers,
    problem_examples,
)
from api.openapi.schemas import components, schema_of
from api.openapi.shared_responses import with_shared_responses
from api.openapi.simplify import clean
from api.openapi.slices import sliced
from api.openapi.webhook import CREATED_BY, callbacks
from api.operations import HANDLERS, OPERATIONS
from application.version import VERSION

INTRODUCTION = """Play published race and card games from any client.

**Quick start**

1. `POST /v1/players` creates a player and returns a token. Send it as `Authorization: Bearer …`.
2. `POST /v1/tables` opens a table, `POST …/seats` takes a seat, `POST …/start` starts the game.
3. `GET …/actions` lists every legal command of your seat. `POST …/commands` sends one of them.
4. `GET …/events/stream` sends events as they happen. `GET …/events?after=N&wait=30` returns them
   page by page.

   Ignore each state whose `version` is not greater than that of your last answer: the stream may
   still send what was before your command.

`/openapi/play.json` has only what a client that plays needs, and `/openapi/<game>.json` the same
for one game.

**Errors** are `application/problem+json` (RFC 9457). The last part of `type` is the code of the
problem; `GET` the `type` for an explanation.

**Fairness.** Every event has a salt, and every response about a table has the head of its hash
chain. Anyone can verify a finished table.

**Request ids.** Every response has a `Request-Id`, which is also in the log of the server and in
`request_id` of a problem. Send your own, or a W3C `traceparent`, to find it in your traces.

**Rate limits.** Unless the operator changed them: 300 requests per second with bursts of 1500, for
each token and for each address. An address may create 5 players per second, with bursts of 100.
Beyond that the server returns 429 `too_many_requests` with `Retry-After`. The headers
`RateLimit-Policy` and `RateLimit` report your quota and what is left of it. The command of a seat
that must decide is not limited.

**Replays.** A request that replays history (`at`, `head`, `…/history`, `…/views`, `…/audits`,
`…/forks`, `dry_run`) costs one unit per event: 5000 units per second with bursts of 50000. Beyond
that the server returns 429 `too_much_work`. A busy server returns 503 `server_busy`.

**Quotas.** Tables, seats, audits, forks, webhooks and streams per player are limited. A problem
reports the limit in `limit`."""
TAGS = {
    "Games": "The games of this server, their rules, components and leaderboards.",
    "Players": "Players, their tokens, and recovery of a lost one.",
    "Tables": "Open, find and read tables; take and leave seats; start the game.",
    "Play": "List actions, send commands, read events.",
    "Feed": "Public events of all tables, for archives, bots and statistics.",
    "Sandbox": "Tables with fixed luck and a clock moved by hand, for tests of clients.",
    "Audit": "Histories, audits and forks of tables.",
    "Webhooks": "Signed notices of your turns, and of tables that start or finish.",
    "Administration": "Suspend players, close tables, limit callers; needs the scope `admin`.",
    "Health": "Liveness, readiness and metrics for operators.",
    "Problems": "Explanations of error codes.",
}
SERVERS = [
    {"url": "http://127.0.0.1:8000", "description": "A server on your machine (`make serve`)."},
    {"url": "/", "description": "The server that this document comes from."},
]
PLAY = "play"  # the part of the document for clients that play
BEARER = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token that `POST /v1/players` returns, or one that you have created. Each"
    " operation lists the scope that the token needs; `play` includes `read`.",
}
PATH_PARAMETERS: dict[str, Any] = {
    "table": {"type": "string", **ID},
    "player": {"type": "string", **ID},
    "webhook": {"type": "string", **ID},
    "token": {"type": "string", **ID},
    "seek": {"type": "string", **ID},
    "delivery": {"type": "string", "pattern": "^msg_[a-z2-7]{24}$"},
    "audit": {"type": "string", **ID},
    "game": {"type": "string", "pattern": "^[a-z_]{1,40}$"},
    "code": {"type": "string", "pattern": "^[a-z_]{1,40}$"},
    "invitation": {"type": "string", **ID},
    "limit": {"type": "string", **ID},
    "seat": {"type": "integer", "minimum": 0, "maximum": 7},
    "path": {"type": "string", "pattern": "^[0-9a-z/.]{1,80}$"},
    "day": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
}
INVITATION: dict[str, Any] = {
    "name": "Invitation",
    "in": "header",
    "required": False,
    "description": "The code of an invitation, if you have no seat at a private table.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[\\x21-\\x7e]+$"},
}
DESCRIPTIONS = {
    "game": "Key of the game; `GET /v1/games` lists the keys.",
    "player": "Id of the player.",
    "webhook": "Id of one of your webhooks.",
    "token": "Id of one of your tokens.",
    "seek": "Id of one of your seeks.",
    "delivery": "Id of a delivery of this webhook.",
    "audit": "Id of the audit.",
    "code": "Code of the problem: the last part of its `type`.",
    "invitation": "Id of an invitation to register.",
    "limit": "Id of a lower limit.",
    "seat": "Number of the seat, from 0.",
    "path": "Path of the tile, with slashes: its level and number, as C2SP defines it.",
    "day": "The day in UTC, as `YYYY-MM-DD`.",
}


@cache
def document() -> dict[str, Any]:
    """Return the document as JSON values."""
    return with_shared_responses(expanded())


@cache
def expanded() -> dict[str, Any]:
    """Return the document with every response where it is used."""
    config = OpenAPIConfig("Ludothèque", VERSION, use_handler_docstrings=True)
    app = Litestar([*HANDLERS], openapi_config=config, logging_config=None)
    drawn: Any = app.openapi_schema.to_schema()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludotheque",  # generators make names of packages from it
            "version": VERSION,
            "description": INTRODUCTION,
            "contact": {"name": "The people of Ludothèque"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": SERVERS,
        "tags": [{"name": name, "description": about} for name, about in TAGS.items()],
        "paths": {path: _item(path, drawn["paths"][path]) for path in sorted(drawn["paths"])},
        "components": {
            "examples": problem_examples(OPERATIONS.values()),
            "headers": RESPONSE_HEADERS | (OF_DEPRECATED if _any_deprecated() else {}),
            "schemas": components(),
            "securitySchemes": {"bearer": BEARER},
        },
    }


def _any_deprecated() -> bool:
    return any(each.deprecated for each in OPERATIONS.values())


def _item(path: str, methods: dict[str, Any]) -> dict[str, Any]:
    more = [INVITATION] if "{table}" in path else []
    return {method: _operation(drawn, more) for method, drawn in methods.items()}


def _operation(drawn: dict[str, Any], more: list[dict[str, Any]]) -> dict[str, Any]:
    name = drawn["operationId"]
    promised = OPERATIONS[name]
    operation = {
        "operationId": name,
        "tags": [promised.tag],
        "summary": drawn["summary"],
        "description": drawn["description"],
        "parameters": [*_in_order(map(_parameter, drawn.get("parameters", []))), *more],
        "responses": dict(sorted({**answers(name, promised), **problem_answers(promised)}.items())),
        "security": _security(promised),
    }
    if promised.deprecated is not None:
        operation["deprecated"] = True
        operation["description"] += f"\n\n**{promised.deprecated.notice}**"
    if promised.seen.body is not None:
        operation["requestBody"] = _body(name, promised)
    if name == CREATED_BY:
        operation["callbacks"] = callbacks()
    return operation


def _in_order(parameters: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return those of the path first."""
    return sorted(parameters, key=lambda each: each["in"] != "path")


def _security(promised: Operation) -> list[dict[str, list[str]]]:
    """Return what a caller must send; the list of a bearer token has the scope it needs."""
    scopes = {"bearer": [promised.seen.scope] if promised.seen.scope else []}
    if promised.seen.bearer is None:
        return [{}, scopes]
    return [scopes] if promised.seen.bearer else []


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
    """Return the schema of a parameter without null; clients omit a parameter instead."""
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
    media = {"schema": schema_of(promised.seen.body), "examples": examples(example_bodies(name))}
    return {"required": True, "content": {"application/json": media}}


@cache
def written() -> bytes:
    """Return the document as it is committed: indented, so that changes can be read."""
    return json.format(json.encode(document()), indent=1) + b"\n"


def served(base: str, part: str | None = None) -> bytes:
    """Return the document as it is served; `part` is `play`, the key of a game, or all of it."""
    whole = document()
    shown = whole if part is None else sliced(whole, None if part == PLAY else part)
    return json.encode({**shown, "servers": [{**SERVERS[-1], "url": base}]})
