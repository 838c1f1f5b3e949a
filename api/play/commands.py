"""`POST /v1/tables/{table}/commands`: its quick way, and the same for a server without it."""

import re
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias

from litestar.params import JSONBody
from litestar.types import HTTPScope, Receive, Send

from api.admission.replay_budget import DRY_RUN, Work
from api.http import operation
from api.http.access import INVITATION, sent_invitation, visible_to
from api.http.answers import (
    APPLIED,
    AsgiAnswer,
    CommandAnswer,
    state_field,
    wants_state,
)
from api.http.callers import Player, Players
from api.http.decoding import RequestHeaders, StrictRequest, read_body, read_headers
from api.http.injection import AnyRequest, Needs, Part
from api.http.operation import SAME_TABLE, post, to_each
from api.http.params import TablePath, idempotency_key
from api.http.tables import table_id
from api.play.bodies import AnyCommand, CommandParameters, PreviewAnswer, Previewed, read_command
from api.problems.handlers import send_problem
from api.problems.language import BY_LANGUAGE, chosen_language
from api.transport.answer import PRIVATE, Answer, encoded_headers, entity_tags
from api.transport.turn import NotQuick, Written
from application import attempt
from application.attempt import Receipt
from application.handle import handle
from application.player_names import PlayerNames
from application.refusals.reasons import DecisionChanged
from application.settings import Settings
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.judging.commands.play import preview
from domain.judging.commit import Key
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Lang, PlayerId, Seat
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table.decide.phase import own_seat
from domain.table.state import Running, seats_of
from projections.seat_view.actions import decision_tag
from projections.seat_view.events import encode_receipt
from projections.seat_view.names import NamesOfPeople, narrator, people_at
from projections.seat_view.view import encode

_SENT = "ludotheque.sent"  # in the scope of a command whose commit is on its way
ROUTE = "/v1/tables/{table}/commands"
_PATH = re.compile(r"/v1/tables/([^/]+)/commands")
_HEADERS = encoded_headers({"Content-Type": "application/json", **PRIVATE, **BY_LANGUAGE})
_HEADERS_APPLIED = [*_HEADERS, *encoded_headers(APPLIED)]


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
    table, commands = request.path_params["table"], request.app.state.parts[Commands]
    return AsgiAnswer(partial(answer, commands, table))


class Commands(NamedTuple):
    """What commands need of the server."""

    tables: TableCache
    players: Players
    names: PlayerNames
    work: Work
    settings: Settings


async def answer(commands: Commands, table: str, scope: Any, receive: Receive, send: Send) -> None:
    """Read the command, handle it, send the answer; every failure is sent as a problem."""
    scope["path_template"] = ROUTE
    try:
        answered = await _answered(commands, table, scope, receive)
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
    code: str | None  # of an invitation
    lang: Lang | None  # of sentences in the answer
    names_players: bool  # whether the answer has names in it

    def condition(self, live: LiveTable) -> None:
        """Raise Rejected unless the table exists for the caller and `If-Match` holds."""
        visible_to(self.by.player, self.code)(live)
        if self.parameters.if_match is not None:
            require_decision(live, self.parameters.if_match, self.by.player, self.by.seat)


def quick_command(
    commands: Part[Commands], scope: Any, headers: RequestHeaders, table: str, body: bytes
) -> Written:
    """Send the commit of a command at a table that is cached; the rest is left to `answer`."""
    live = commands.tables.ready(table)
    if live is None or len(body) > commands.settings.largest_body:
        raise NotQuick
    command, parameters = read_command(scope, headers, body)
    order = _order(headers, scope, commands.players.remembered(headers), command, parameters)
    state = live.state
    people = commands.names.known(people_at(state)) if order.names_players else {}
    if parameters.dry_run or people is None:
        raise NotQuick
    is_public = isinstance(state, Running) and not state.setup.private
    if parameters.if_match is not None or not is_public:
        order.condition(live)
    sent = attempt.send(commands.tables, live, order.by, command, order.key)
    if sent is None:
        raise NotQuick
    scope[_SENT] = order, sent  # whatever happens now, it is not judged again

    def shown(receipt: Receipt | None) -> Answer:
        if receipt is None:
            raise NotQuick
        return _shown(live, order, receipt, people)

    return Written(partial(setattr, sent, "then"), shown)


async def _answered(commands: Commands, table: str, scope: Any, receive: Receive) -> Answer:
    order, sent = scope.pop(_SENT, (None, None))
    if order is None:
        headers = read_headers(scope)
        body = await read_body(headers, receive, commands.settings.largest_body)
        command, parameters = read_command(scope, headers, body)
        player = await commands.players.authenticate(headers)
        order = _order(headers, scope, player, command, parameters)
    if order.parameters.dry_run:
        return Answer(200, _HEADERS, await _previewed(commands, table, order))
    found, tables = table_id(table), commands.tables
    with commands.work.traffic:
        receipt = await handle(
            tables, found, order.by, order.command, order.key, order.condition, sent
        )
    live = await tables.find(found)
    people = await commands.names.of(people_at(live.state)) if order.names_players else {}
    return _shown(live, order, receipt, people)


def _order(
    headers: RequestHeaders,
    scope: Any,
    player: PlayerId,
    command: Command,
    parameters: CommandParameters,
) -> _Order:
    by = ByPlayer(player, parameters.seat)
    code = sent_invitation(scope) if INVITATION in headers.values else None
    key = lang = None
    if parameters.key is not None:
        seat = b"" if by.seat is None else b"%d" % by.seat
        key = idempotency_key(parameters.key, encode(command), seat)
    if parameters.lang is not None or parameters.accept_language is not None:
        lang = chosen_language(parameters.lang, parameters.accept_language)
    names_players = lang is not None or parameters.prefer is not None
    return _Order(by, command, parameters, key, code, lang, names_players)


def require_decision(live: LiveTable, if_match: str, player: PlayerId, seat: Seat | None) -> None:
    """Raise 412 unless a tag is the table's version or the seat's present decision."""
    tags = entity_tags(if_match)
    versions = {tag.partition("-")[0] for tag in tags}  # that of a table has more in it
    if "*" in tags or str(live.version) in versions:
        return
    if decision_tag(live.state, own_seat(live.state, player, seat)) not in tags:
        raise Rejected(DecisionChanged())


def _shown(live: LiveTable, order: _Order, receipt: Receipt, people: NamesOfPeople) -> Answer:
    by, parameters, lang = order.by, order.parameters, order.lang
    told = None if lang is None else narrator(live.state, lang, people)
    headers, more = _HEADERS, b""
    if parameters.prefer is not None and wants_state(parameters.prefer):
        headers, more = _HEADERS_APPLIED, state_field(live, by.player, by.seat, lang, people)
    version, head, events = receipt.version, receipt.head, receipt.events
    seats = seats_of(live.state, by.player)
    return Answer(200, headers, encode_receipt(version, head, events, seats, told, more))


async def _previewed(commands: Commands, table: str, order: _Order) -> bytes:
    commands.work.charge(DRY_RUN)
    live = await commands.tables.fresh(table_id(table))
    order.condition(live)
    events = preview(live.state, order.by, order.command)
    previewed = tuple(Previewed(event.type, event.cites(), event) for event in events)
    return encode(PreviewAnswer(live.version, live.head.hex(), True, previewed))


Sent: TypeAlias = Annotated[
    AsgiAnswer,
    operation.Answer((CommandAnswer, PreviewAnswer), headers=("Preference-Applied",)),
]
SentParameters: TypeAlias = Annotated[CommandParameters, Needs(CommandParameters)]


@post(
    "/v1/tables/{table:str}/commands",
    "Send a command",
    "The events that the command caused, as you may see them. With `dry_run`: the events that it"
    " would cause.",
    links=to_each(SAME_TABLE, "listActions", "listEvents", "getTable", "getHistory"),
    quick=quick_command,
    instead=respond,
)
async def send_command(
    player: Player, table: TablePath, data: JSONBody[AnyCommand], parameters: SentParameters
) -> Sent:
    """Sends one command of your seat, and returns after its events are stored.

    Take the command from `listActions`. You need a token and a seat. The server rejects a command
    that the rules do not allow with 409, and `rule` names the rule. Send an `Idempotency-Key` to
    retry safely, and `If-Match` to be sure that the decision has not changed since you read it.
    With `Prefer: return=representation` the answer has the new state too.

    A stream may still send states from before your command: ignore each whose `version` is not
    greater than that of this answer. Otherwise you answer an old decision, and get 412.
    """
    raise AssertionError("`respond` answers; the signature is for the document")
