"""`POST /v1/tables/{table}/commands`: its quick way, and the same for a server without it."""

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple, get_type_hints

from litestar.params import HeaderParameter, ParameterKwarg, QueryParameter
from litestar.types import HTTPScope, Receive, Send
from msgspec import Struct, field

from api.admission.replay_budget import DRY_RUN
from api.http.access import all_of, sent_invitation, visible_to
from api.http.answers import AsgiAnswer, receipt_body
from api.http.auth import authenticate, remembered
from api.http.conditions import decision_condition, idempotency_key
from api.http.decoding import BodyDecoder, StrictRequest, read_body
from api.http.headers import RequestHeaders, read_headers
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
from api.http.people import people_of
from api.http.preference import APPLIED, state_field, wants_state
from api.http.query import convert_parameters, read_query
from api.http.requests import AnyCommand, PreviewAnswer, Previewed
from api.http.tables import fresh_table, table_id
from api.problems.handlers import ApiProblem, send_problem
from api.problems.language import BY_LANGUAGE, chosen_language
from api.problems.refusals import BodyNeeded
from api.services import Services, services_of
from api.transport.answer import PRIVATE, Answer, encoded_headers
from api.transport.turn import NotQuick, Written
from application import attempt
from application.attempt import Condition, Receipt
from application.handle import handle
from application.ports.accounts import Token
from domain.judging.actors import ByPlayer
from domain.judging.commands.play import preview
from domain.judging.commit import Key
from domain.judging.live_table import LiveTable
from domain.kernel.language import Lang
from domain.kernel.messages import Command
from projections.seat_view.names import NamesOfPeople, narrator, people_at
from projections.seat_view.view import encode

_SENT = "ludotheque.sent"  # in the scope of a command whose commit is on its way
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


def _sent_in(place: type[ParameterKwarg]) -> list[str]:
    """Return the names of the parameters that are sent in the query, or in headers."""
    hints = get_type_hints(CommandParameters, include_extras=True).values()
    found = (each for hint in hints for each in hint.__metadata__ if isinstance(each, place))
    return [str(each.name) for each in found]


_QUERY: dict[str, Any] = dict.fromkeys(_sent_in(QueryParameter))
_HEADERS_READ = tuple((name.lower().encode(), name) for name in _sent_in(HeaderParameter))
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
        answered = await _answered(services, table, scope, receive)
    except Exception as failure:  # noqa: BLE001 - translated in one place
        await send_problem(StrictRequest(scope, receive, send), failure)
        return
    await answered(scope, receive, send)


class _Order(NamedTuple):
    """What a request asks for, on behalf of whom."""

    by: ByPlayer
    command: Command
    parameters: CommandParameters
    key: Key | None
    condition: Condition


def quick_command(
    services: Services, scope: Any, headers: RequestHeaders, table: str, body: bytes
) -> Written:
    """Send the commit of a command at a table that is cached; the rest is left to `answer`."""
    live = services.tables.ready(table)
    if live is None or len(body) > services.settings.largest_body:
        raise NotQuick
    command, parameters = _read(scope, headers, body)
    order = _order(scope, remembered(services, headers, "play"), command, parameters)
    people = services.names.known(people_at(live.state)) if _names_players(parameters) else {}
    if parameters.dry_run or people is None:
        raise NotQuick
    sent = attempt.send(services.tables, live, order.by, command, order.key, order.condition)
    if sent is None:
        raise NotQuick
    scope[_SENT] = order, sent  # whatever happens now, it is not judged again
    services.work.traffic.__enter__()
    sent.reply.add_done_callback(services.work.traffic.__exit__)

    def shown(_: Any) -> Answer:
        if sent.receipt is None:
            raise NotQuick
        return _shown(live, order, sent.receipt, people)

    return Written(sent.reply, shown)


async def _answered(services: Services, table: str, scope: Any, receive: Receive) -> Answer:
    order, sent = scope.pop(_SENT, (None, None))
    if order is None:
        headers = read_headers(scope)
        _query(scope["query_string"])
        body = await read_body(headers, receive, services.settings.largest_body)
        command, parameters = _read(scope, headers, body)
        token = await authenticate(services, headers)
        order = _order(scope, token, command, parameters)
    if order.parameters.dry_run:
        return Answer(200, _HEADERS, await _previewed(services, table, order))
    found, (by, command, parameters, key, condition) = table_id(table), order
    with services.work.traffic:
        receipt = await handle(services.tables, found, by, command, key, condition, sent)
    live = await services.tables.find(found)
    people = await people_of(services, live.state) if _names_players(parameters) else {}
    return _shown(live, order, receipt, people)


def _read(scope: Any, headers: RequestHeaders, body: bytes) -> tuple[Command, CommandParameters]:
    """Return what was sent; raises ApiProblem."""
    query = _query(scope["query_string"])
    if not body:
        raise ApiProblem(BodyNeeded())
    command: Command = _decoder.decode(body, headers)
    return command, _parameters(query, headers)


def _order(scope: Any, token: Token, command: Command, parameters: CommandParameters) -> _Order:
    by = ByPlayer(token.player, parameters.seat)
    condition = visible_to(by.player, sent_invitation(scope))
    if parameters.if_match is not None:
        matches = decision_condition(parameters.if_match, by.player, by.seat)
        condition = all_of(condition, matches)
    key = None
    if parameters.key is not None:
        seat = b"" if by.seat is None else b"%d" % by.seat
        key = idempotency_key(parameters.key, encode(command), seat)
    return _Order(by, command, parameters, key, condition)


def _names_players(parameters: CommandParameters) -> bool:
    """Return whether the answer has the names of players in it."""
    return parameters.prefer is not None or _language(parameters) is not None


def _language(parameters: CommandParameters) -> Lang | None:
    return chosen_language(parameters.lang, parameters.accept_language)


def _shown(live: LiveTable, order: _Order, receipt: Receipt, people: NamesOfPeople) -> Answer:
    by, parameters, lang = order.by, order.parameters, _language(order.parameters)
    told = None if lang is None else narrator(live.state, lang, people)
    headers, more = _HEADERS, b""
    if parameters.prefer is not None and wants_state(parameters.prefer):
        headers, more = _HEADERS_APPLIED, state_field(live, by.player, by.seat, lang, people)
    return Answer(200, headers, receipt_body(live, by.player, receipt, told, more))


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


async def _previewed(services: Services, table: str, order: _Order) -> bytes:
    services.work.charge(DRY_RUN)
    live = await fresh_table(services, table)
    order.condition(live)
    events = preview(live.state, order.by, order.command)
    previewed = tuple(Previewed(event.type, event.cites(), event) for event in events)
    return encode(PreviewAnswer(live.version, live.head.hex(), True, previewed))
