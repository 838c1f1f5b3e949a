"""`POST /v1/tables/{table}/commands`: one implementation, for the middleware and for the route."""

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from litestar.types import HTTPScope, Receive, Send
from msgspec import Struct, field

from api.admission.work import DRY_RUN
from api.http.access import all_of, sent_invitation, visible_to
from api.http.answers import AsgiAnswer, receipt_body
from api.http.auth import authenticate
from api.http.conditions import decision_condition, idempotency_key
from api.http.decoding import BodyDecoder, StrictRequest, read_body
from api.http.headers import RequestHeaders, read_headers
from api.http.language import BY_LANGUAGE, chosen_language
from api.http.params import (
    AcceptLanguage,
    AnyRequest,
    DecisionHeader,
    DryRunQuery,
    KeyHeader,
    LangQuery,
    PreferHeader,
    SeatQuery,
)
from api.http.people import narrator_of
from api.http.preference import APPLIED, state_field, wants_state
from api.http.query import convert_parameters, read_query
from api.http.requests import AnyCommand, PreviewAnswer, Previewed
from api.http.tables import fresh_table, table_id
from api.problems.handlers import ApiProblem, send_problem
from api.problems.refusals import BodyNeeded
from api.services import Services, services_of
from api.transport.answer import PRIVATE, Answer, encoded_headers
from application.handle import Condition, handle
from domain.judging.actors import ByPlayer
from domain.judging.commands.play import preview
from domain.kernel.messages import Command
from projections.seat_view.view import encode

ROUTE = "/v1/tables/{table}/commands"
_PATH = re.compile(r"/v1/tables/([^/]+)/commands")


_HEADERS = encoded_headers({"Content-Type": "application/json", **PRIVATE, **BY_LANGUAGE})
_HEADERS_APPLIED = [*_HEADERS, *encoded_headers(APPLIED)]
_decoder = BodyDecoder(AnyCommand)


class CommandParameters(Struct, frozen=True):
    """Query and header parameters of a command, by the names that clients use."""

    seat: SeatQuery = None
    dry_run: DryRunQuery = False
    key: KeyHeader = field(default=None, name="Idempotency-Key")
    if_match: DecisionHeader = field(default=None, name="If-Match")
    lang: LangQuery = None
    accept_language: AcceptLanguage = field(default=None, name="Accept-Language")
    prefer: PreferHeader = field(default=None, name="Prefer")


_QUERY: dict[str, Any] = {"seat": int, "dry_run": bool, "lang": LangQuery}
_HEADERS_READ = tuple(
    (name.lower().encode(), name)
    for name in ("Idempotency-Key", "If-Match", "Accept-Language", "Prefer")
)
_NONE = CommandParameters()


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
        content, headers = await _answered(services, table, scope, receive)
    except Exception as failure:  # noqa: BLE001 - translated in one place
        await send_problem(StrictRequest(scope, receive, send), failure)
        return
    await Answer(200, headers, content)(scope, receive, send)


async def _answered(
    services: Services, table: str, scope: HTTPScope, receive: Receive
) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    headers = read_headers(scope)
    query = _query(scope["query_string"])
    body = await read_body(headers, receive, services.settings.largest_body)
    if not body:
        raise ApiProblem(BodyNeeded())
    command: Command = _decoder.decode(body, headers)
    parameters = _parameters(query, headers)
    by = ByPlayer((await authenticate(services, headers, "play")).player, parameters.seat)
    condition = visible_to(by.player, sent_invitation(scope))
    if parameters.if_match is not None:
        matches = decision_condition(parameters.if_match, by.player, by.seat)
        condition = all_of(condition, matches)
    if parameters.dry_run:
        return await _previewed(services, table, by, command, condition), _HEADERS
    return await _handled(services, table_id(table), by, command, parameters, condition)


@lru_cache(maxsize=256)
def _query(query: bytes) -> Mapping[str, str]:
    return read_query(query, _QUERY)


def _parameters(query: Mapping[str, str], headers: RequestHeaders) -> CommandParameters:
    sent = {
        header: headers.values[name].decode("latin-1")
        for name, header in _HEADERS_READ
        if name in headers.values
    }
    if "If-Match" in sent or "Idempotency-Key" in sent:
        return convert_parameters({**query, **sent}, CommandParameters)
    return _repeated_parameters((*query.items(), *sent.items())) if query or sent else _NONE


@lru_cache(maxsize=256)  # but for a key and a condition, requests have few different parameters
def _repeated_parameters(values: tuple[tuple[str, str], ...]) -> CommandParameters:
    return convert_parameters(dict(values), CommandParameters)


async def _handled(
    services: Services,
    table: str,
    by: ByPlayer,
    command: Command,
    parameters: CommandParameters,
    condition: Condition,
) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    key = None
    if parameters.key is not None:
        seat = b"" if by.seat is None else b"%d" % by.seat
        key = idempotency_key(parameters.key, encode(command), seat)
    with services.work.traffic:
        receipt = await handle(services.tables, table, by, command, key, condition)
    live = await services.tables.find(table)
    spoken = parameters.accept_language
    narrator = await narrator_of(services, live.state, parameters.lang, spoken)
    if parameters.prefer is None or not wants_state(parameters.prefer):
        return receipt_body(live, by.player, receipt, narrator), _HEADERS
    lang = chosen_language(parameters.lang, spoken)
    more = await state_field(services, live, by.player, by.seat, lang)
    return receipt_body(live, by.player, receipt, narrator, more), _HEADERS_APPLIED


async def _previewed(
    services: Services, table: str, by: ByPlayer, command: Command, condition: Condition
) -> bytes:
    services.work.charge(DRY_RUN)
    live = await fresh_table(services, table)
    condition(live)
    events = preview(live.state, by, command)
    previewed = tuple(Previewed(event.type, event.cites(), event) for event in events)
    return encode(PreviewAnswer(live.version, live.head.hex(), True, previewed))
