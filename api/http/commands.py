"""`POST /v1/tables/{table}/commands`: one implementation, for the middleware and for the route."""

import re
from functools import partial
from typing import Any

from litestar.types import HTTPScope, Receive, Send
from msgspec import Struct, field

from api.admission.work import DRY_RUN
from api.http.answers import PRIVATE, AsgiAnswer, receipt_body
from api.http.auth import authenticate
from api.http.conditions import decision_condition, idempotency_key
from api.http.decoding import BodyDecoder, StrictRequest, read_body
from api.http.headers import RequestHeaders, read_headers
from api.http.params import AnyRequest, DecisionHeader, DryRunQuery, KeyHeader, LangQuery, SeatQuery
from api.http.query import convert_parameters, read_query
from api.http.requests import AnyCommand, PreviewAnswer, Previewed
from api.http.tables import fresh_table, table_id
from api.problems.handlers import ApiProblem, send_problem
from api.services import Services, services_of
from application.handle import Condition, handle
from domain.judging.judge import ByPlayer, preview
from domain.kernel.messages import Command
from projections.seat_view.view import encode

ROUTE = "/v1/tables/{table}/commands"
_PATH = re.compile(r"/v1/tables/([^/]+)/commands")
_HEADERS = [
    (b"content-type", b"application/json"),
    *((name.lower().encode(), value.encode()) for name, value in PRIVATE.items()),
]
_decoder = BodyDecoder(AnyCommand)


class CommandParameters(Struct, frozen=True):
    """Query and header parameters of a command, by the names that clients use."""

    seat: SeatQuery = None
    dry_run: DryRunQuery = False
    key: KeyHeader = field(default=None, name="Idempotency-Key")
    if_match: DecisionHeader = field(default=None, name="If-Match")
    lang: LangQuery = None


_QUERY: dict[str, Any] = {"seat": int, "dry_run": bool, "lang": LangQuery}
_NO_PARAMETERS = CommandParameters()


def addressed_table(scope: HTTPScope) -> str | None:
    """Return the table a command is sent to, None if the request is another one."""
    if scope["method"] != "POST":
        return None
    path = _PATH.fullmatch(scope["path"])
    return path[1] if path else None


def is_dry_run(scope: HTTPScope) -> bool:
    """Return whether a request may ask for a dry run, before its query is checked."""
    return b"dry_run" in scope["query_string"]


async def respond(request: AnyRequest) -> AsgiAnswer:
    """Answer for the route, before the framework reads anything of the request."""
    table: str = request.path_params["table"]
    return AsgiAnswer(partial(answer, services_of(request), table))


async def answer(services: Services, table: str, scope: Any, receive: Receive, send: Send) -> None:
    """Read the command, handle it, send the answer; every failure is sent as a problem."""
    scope["path_template"] = ROUTE
    try:
        content = await _answered(services, table, scope, receive)
    except Exception as failure:  # noqa: BLE001 - translated in one place
        await send_problem(StrictRequest(scope, receive, send), failure)
        return
    headers: Any = [*_HEADERS, (b"content-length", b"%d" % len(content))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})


async def _answered(services: Services, table: str, scope: HTTPScope, receive: Receive) -> bytes:
    headers = read_headers(scope)
    query = read_query(scope["query_string"], _QUERY)
    body = await read_body(headers, receive, services.settings.largest_body)
    if not body:
        raise ApiProblem("malformed", "This operation needs a JSON body; the request has none.")
    command: Command = _decoder.decode(body, headers)
    parameters = _parameters(query, headers)
    by = ByPlayer(await authenticate(services, headers), parameters.seat)
    condition = None
    if parameters.if_match is not None:
        condition = decision_condition(parameters.if_match, by.player, by.seat)
    if parameters.dry_run:
        return await _previewed(services, table, by, command, condition)
    return await _handled(services, table_id(table), by, command, parameters, condition)


def _parameters(query: dict[str, str], headers: RequestHeaders) -> CommandParameters:
    if (key := headers.values.get(b"idempotency-key")) is not None:
        query["Idempotency-Key"] = key.decode("latin-1")
    if (tags := headers.values.get(b"if-match")) is not None:
        query["If-Match"] = tags.decode("latin-1")
    return convert_parameters(query, CommandParameters) if query else _NO_PARAMETERS


async def _handled(
    services: Services,
    table: str,
    by: ByPlayer,
    command: Command,
    parameters: CommandParameters,
    condition: Condition | None,
) -> bytes:
    key = None
    if parameters.key is not None:
        seat = b"" if by.seat is None else b"%d" % by.seat
        key = idempotency_key(parameters.key, encode(command), seat)
    with services.work.traffic.command():
        receipt = await handle(services.tables, table, by, command, key, condition)
    live = await services.tables.find(table)
    return receipt_body(live, by.player, receipt, parameters.lang)


async def _previewed(
    services: Services, table: str, by: ByPlayer, command: Command, condition: Condition | None
) -> bytes:
    services.work.charge(DRY_RUN)
    live = await fresh_table(services, table)
    if condition is not None:
        condition(live)
    events = preview(live.state, by, command)
    previewed = tuple(Previewed(event.type, event.cites(), event) for event in events)
    return encode(PreviewAnswer(live.version, live.head.hex(), True, previewed))
