"""Commands: list the legal ones of a seat, send one."""

from typing import Annotated, Any, TypeAlias

from litestar.params import JSONBody

from api.http import operation
from api.http.access import quick_read
from api.http.answers import AsgiAnswer
from api.http.callers import MaybeReader, Player
from api.http.commands import CommandParameters, quick_command, respond
from api.http.headers import RequestHeaders
from api.http.injection import Needs, Part
from api.http.operation import SAME_TABLE, Link, get, post, to_each
from api.http.params import (
    AcceptLanguage,
    AtQuery,
    LabelLang,
    SeatQuery,
    TablePath,
)
from api.http.people import people_of
from api.http.requests import AnyCommand, CommandAnswer, PreviewAnswer
from api.http.table_parameters import WatchedTable
from api.http.tables import JSON, Shown, at_version, player_in_seat
from api.problems.handlers import ApiProblem
from api.problems.language import BY_LANGUAGE, chosen_language
from api.services import Services
from api.transport.answer import PRIVATE, Answer, encoded_headers
from api.transport.turn import Read
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.language import Lang
from domain.table.decide.phase import own_seat
from domain.table.state import Closed
from projections.seat_view.actions import ActionsSeen, describe_actions, tag_of
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.view import TableAtVersion, at_latest, encode

Sent: TypeAlias = Annotated[
    AsgiAnswer,
    operation.Answer((CommandAnswer, PreviewAnswer), headers=("Preference-Applied",)),
]
SentParameters: TypeAlias = Annotated[CommandParameters, Needs(CommandParameters)]


def _shown(seen: TableAtVersion, own: Seat, spoken: Lang, people: NamesOfPeople) -> Shown:
    actions = describe_actions(seen, own, spoken, people)
    tag = tag_of(actions)
    headers = {**PRIVATE, "ETag": f'"{tag}"', "Content-Language": spoken, **BY_LANGUAGE}
    answer = Answer(200, [*encoded_headers(headers), JSON], encode(actions))
    return Shown(tag, answer, answer)


def quick_actions(services: Services, scope: Any, headers: RequestHeaders, table: str) -> Read:
    """Return the actions of a caller with one seat; most parameters are left to the framework."""
    lang, accepted = headers.languages(scope["query_string"])

    def show(live: LiveTable, player: PlayerId | None, people: NamesOfPeople) -> Shown:
        if player is None:
            raise ApiProblem("token_missing")
        own = own_seat(live.state, player, None)
        spoken = chosen_language(lang, accepted) or "en"
        return _shown(at_latest(live), own, spoken, people)

    return quick_read(services, scope, table, ("actions", lang, accepted), show)


Actions: TypeAlias = Annotated[
    AsgiAnswer, operation.Answer(ActionsSeen, headers=("ETag", "Content-Language"))
]


@get(
    "/v1/tables/{table:str}/actions",
    "List legal actions",
    "The open decision and every legal command of your seat.",
    links=(Link("sendCommand", SAME_TABLE, "$response.body#/actions/0/command"),),
    quick=quick_actions,
)
async def list_actions(
    live: WatchedTable,
    caller: MaybeReader,
    services: Part[Services],
    at: AtQuery = None,
    seat: SeatQuery = None,
    lang: LabelLang = None,
    accept_language: AcceptLanguage = None,
) -> Actions:
    """Returns every legal command of your seat, with a label for its button.

    Send `command` with `sendCommand`. `label` is a short text in the language of `lang` or
    `Accept-Language`, and `group` is a heading. The list is empty while only other seats decide. If
    a parameter has too many legal values to list, `open_parameters` has its JSON schema and labels.
    With `at`, you get exactly the actions that you had at that version. You need a token and a
    seat. After the table has closed, anyone may read the actions of any seat with `at` and `seat`.
    """
    player, seen = caller, await at_version(services, live, at)
    if at is not None and seat is not None and isinstance(live.state, Closed):
        player = player_in_seat(seen, seat)
    if player is None:
        raise ApiProblem("token_missing")
    own, people = own_seat(seen.state, player, seat), await people_of(services, seen.state)
    spoken = chosen_language(lang, accept_language) or "en"
    return AsgiAnswer(_shown(seen, own, spoken, people).answer)


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
    """
    raise AssertionError("`respond` answers; the signature is for the document")
