"""Commands: what a seat may do now, and doing it."""

from typing import Any

from litestar import Response, get, post

from api.http import auth
from api.http.answers import json_answer
from api.http.commands import respond
from api.http.params import (
    AnyRequest,
    AtQuery,
    DecisionHeader,
    DryRunQuery,
    KeyHeader,
    LangQuery,
    SeatQuery,
    TablePath,
)
from api.http.requests import AnyCommand, CommandAnswer, PreviewAnswer
from api.http.tables import at_version, fresh_table, player_in_seat
from api.openapi.operation import REPLAY_PROBLEMS, SAME_TABLE, Link, describe, to_each
from api.problems.handlers import ApiProblem
from api.services import services_of
from domain.games import GAMES
from domain.table.decide import own_seat
from domain.table.state import Closed
from projections.seat_view.view import ActionsSeen, decision_tag, encode, legal_actions

REFUSALS = tuple(code for game in GAMES.values() for code in game.refusals)


@get(
    "/v1/tables/{table:str}/actions",
    operation_id="listActions",
    summary="What you may do now",
    opt=describe(
        tag="Play",
        answers={200: ActionsSeen},
        problems=(
            *("malformed", "no_such_table", "no_such_version", "no_such_seat"),
            *("not_seated", "not_your_seat", "which_seat", *REPLAY_PROBLEMS),
        ),
        bearer=None,
        headers={200: ("ETag",)},
        links=(Link("sendCommand", SAME_TABLE, "$response.body#/actions/0"),),
    ),
)
async def list_actions(
    request: AnyRequest, table: TablePath, at: AtQuery = None, seat: SeatQuery = None
) -> Response[bytes]:
    """Every legal command of your seat, ready to POST; an empty list while others decide.

    Where there are more than can be listed, `open_parameters` gives the schema of the parameter.
    `at` gives what was on offer then, to the byte; after the end of the table, to any seat and for
    everybody. Without it a token is needed.
    """
    services, player = services_of(request), await auth.maybe_player(request)
    live = await fresh_table(services, table)
    seen = await at_version(services, live, at)
    if at is not None and seat is not None and isinstance(live.state, Closed):
        player = player_in_seat(seen, seat)
    if player is None:
        raise ApiProblem("token_missing")
    actions = legal_actions(seen, own_seat(seen.state, player, seat))
    return json_answer(encode(actions), headers={"ETag": f'"{decision_tag(actions)}"'})


@post(
    "/v1/tables/{table:str}/commands",
    operation_id="sendCommand",
    summary="Send a command",
    status_code=200,
    before_request=respond,
    opt=describe(
        tag="Play",
        body=AnyCommand,
        answers={200: (CommandAnswer, PreviewAnswer)},
        problems=(
            "malformed",
            "which_seat",
            "not_seated",
            "not_your_seat",
            "no_such_table",
            "not_started",
            "other_game",
            "table_finished",
            "too_late",
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
) -> CommandAnswer:
    """One command of your seat. Answered only after its events are stored."""
    raise AssertionError("answered by before_request; the signature is for the document")


HANDLERS: tuple[Any, ...] = (list_actions, send_command)
