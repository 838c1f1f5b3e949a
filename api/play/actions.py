"""The legal actions of a seat."""

from typing import Annotated, Any, TypeAlias

from api.admission.replay_budget import Work
from api.http import operation
from api.http.access import QuickReads, WatchedTable
from api.http.answers import AsgiAnswer
from api.http.callers import MaybeReader
from api.http.decoding import RequestHeaders
from api.http.injection import Part
from api.http.operation import SAME_TABLE, Link, get
from api.http.params import AcceptLanguage, AtQuery, LabelLang, SeatQuery
from api.http.tables import JSON, Shown, at_version, player_in_seat
from api.problems.handlers import ApiProblem
from api.problems.language import BY_LANGUAGE, chosen_language
from api.transport.answer import PRIVATE, Answer, encoded_headers
from api.transport.turn import Read
from application.player_names import PlayerNames
from application.table_cache import TableCache
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Lang, PlayerId, Seat
from domain.table.decide.phase import own_seat
from domain.table.state import Closed
from projections.seat_view.actions import ActionsSeen, describe_actions, tag_of
from projections.seat_view.names import NamesOfPeople, people_at
from projections.seat_view.view import TableAtVersion, at_latest, encode


def _shown(seen: TableAtVersion, own: Seat, spoken: Lang, people: NamesOfPeople) -> Shown:
    actions = describe_actions(seen, own, spoken, people)
    tag = tag_of(actions)
    headers = {**PRIVATE, "ETag": f'"{tag}"', "Content-Language": spoken, **BY_LANGUAGE}
    answer = Answer(200, [*encoded_headers(headers), JSON], encode(actions))
    return Shown(tag, answer, answer)


def quick_actions(reads: Part[QuickReads], scope: Any, headers: RequestHeaders, table: str) -> Read:
    """Return the actions of a caller with one seat; most parameters are left to the framework."""
    lang, accepted = headers.languages(scope["query_string"])

    def show(live: LiveTable, player: PlayerId | None, people: NamesOfPeople) -> Shown:
        if player is None:
            raise ApiProblem("token_missing")
        own = own_seat(live.state, player, None)
        spoken = chosen_language(lang, accepted) or "en"
        return _shown(at_latest(live), own, spoken, people)

    return reads.read(scope, table, ("actions", lang, accepted), show)


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
    tables: Part[TableCache],
    names: Part[PlayerNames],
    work: Part[Work],
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
    player, seen = caller, await at_version(tables, work, live, at)
    if at is not None and seat is not None and isinstance(live.state, Closed):
        player = player_in_seat(seen, seat)
    if player is None:
        raise ApiProblem("token_missing")
    own, people = own_seat(seen.state, player, seat), await names.of(people_at(seen.state))
    spoken = chosen_language(lang, accept_language) or "en"
    return AsgiAnswer(_shown(seen, own, spoken, people).answer)
