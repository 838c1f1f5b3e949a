"""Commands: list the legal ones of a seat, send one."""

from typing import Any

from litestar import get, post

from api.http import auth
from api.http.access import quick_read, watched_table
from api.http.answers import AsgiAnswer
from api.http.commands import quick_command, respond
from api.http.headers import RequestHeaders
from api.http.operation import REPLAY_PROBLEMS, SAME_TABLE, Link, describe, to_each
from api.http.params import (
    AcceptLanguage,
    AnyRequest,
    AtQuery,
    DecisionHeader,
    DryRunQuery,
    KeyHeader,
    LabelLang,
    LangQuery,
    PreferHeader,
    SeatQuery,
    TablePath,
)
from api.http.people import people_of
from api.http.requests import AnyCommand, CommandAnswer, PreviewAnswer
from api.http.tables import JSON, Shown, at_version, player_in_seat
from api.problems.handlers import ApiProblem
from api.problems.language import BY_LANGUAGE, chosen_language
from api.services import Services, services_of
from api.transport.answer import PRIVATE, Answer, encoded_headers
from api.transport.turn import Read
from domain.games import GAMES
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.language import Lang
from domain.table.decide.phase import own_seat
from domain.table.state import Closed
from projections.seat_view.actions import ActionsSeen, describe_actions, tag_of
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.view import TableAtVersion, at_latest, encode

REFUSALS = tuple(code for game in GAMES.values() for code in game.refusals)


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


@get(
    "/v1/tables/{table:str}/actions",
    operation_id="listActions",
    summary="List legal actions",
    opt=describe(
        quick=quick_actions,
        tag="Play",
        answers={200: ActionsSeen},
        returns={200: "The open decision and every legal command of your seat."},
        problems=(
            *("malformed", "no_such_table", "not_watchable", "no_such_version", "no_such_seat"),
            *("not_seated", "not_your_seat", "which_seat", *REPLAY_PROBLEMS),
        ),
        bearer=None,
        headers={200: ("ETag", "Content-Language")},
        links=(Link("sendCommand", SAME_TABLE, "$response.body#/actions/0/command"),),
    ),
)
async def list_actions(
    request: AnyRequest,
    table: TablePath,
    at: AtQuery = None,
    seat: SeatQuery = None,
    lang: LabelLang = None,
    accept_language: AcceptLanguage = None,
) -> AsgiAnswer:
    """Returns every legal command of your seat, with a label for its button.

    Send `command` with `sendCommand`. `label` is a short text in the language of `lang` or
    `Accept-Language`, and `group` is a heading. The list is empty while only other seats decide. If
    a parameter has too many legal values to list, `open_parameters` has its JSON schema and labels.
    With `at`, you get exactly the actions that you had at that version. You need a token and a
    seat. After the table has closed, anyone may read the actions of any seat with `at` and `seat`.
    """
    services, player = services_of(request), await auth.maybe_player(request)
    live = await watched_table(request, table, player)
    seen = await at_version(services, live, at)
    if at is not None and seat is not None and isinstance(live.state, Closed):
        player = player_in_seat(seen, seat)
    if player is None:
        raise ApiProblem("token_missing")
    own, people = own_seat(seen.state, player, seat), await people_of(services, seen.state)
    spoken = chosen_language(lang, accept_language) or "en"
    return AsgiAnswer(_shown(seen, own, spoken, people).answer)


@post(
    "/v1/tables/{table:str}/commands",
    operation_id="sendCommand",
    summary="Send a command",
    status_code=200,
    before_request=respond,
    opt=describe(
        quick=quick_command,
        tag="Play",
        body=AnyCommand,
        answers={200: (CommandAnswer, PreviewAnswer)},
        returns={
            200: "The events that the command caused, as you may see them. With `dry_run`: the"
            " events that it would cause."
        },
        problems=(
            "malformed",
            "which_seat",
            "not_seated",
            "not_your_seat",
            "no_such_table",
            "not_started",
            "luck_not_revealed",
            "resigned",
            "other_game",
            "bad_deal",
            "table_finished",
            "too_late",
            "bank_empty",
            *REFUSALS,
            "decision_moved_on",
            "body_too_large",
            "media_type",
            "idempotency_key_reused",
            "table_busy",
            "outcome_unknown",
            "too_much_work",
        ),
        bearer=True,
        headers={200: ("Preference-Applied",)},
        links=to_each(SAME_TABLE, "listActions", "listEvents", "getTable", "getHistory"),
    ),
)
async def send_command(
    table: TablePath,
    seat: SeatQuery = None,
    dry_run: DryRunQuery = False,
    key: KeyHeader = None,
    if_match: DecisionHeader = None,
    lang: LangQuery = None,
    accept_language: AcceptLanguage = None,
    prefer: PreferHeader = None,
) -> CommandAnswer:
    """Sends one command of your seat, and returns after its events are stored.

    Take the command from `listActions`. You need a token and a seat. The server rejects a command
    that the rules do not allow with 409, and `rule` names the rule. Send an `Idempotency-Key` to
    retry safely, and `If-Match` to be sure that the decision has not changed since you read it.
    With `Prefer: return=representation` the answer has the new state too.
    """
    raise AssertionError("`respond` answers; the signature is for the document")


HANDLERS: tuple[Any, ...] = (list_actions, send_command)
