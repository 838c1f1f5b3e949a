"""What a seat may do, and doing it."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import HeaderParameter, JSONBody, QueryParameter
from msgspec import json

from api.http import auth
from api.http.params import (
    AnyRequest,
    AtQuery,
    KeyHeader,
    LangQuery,
    SeatQuery,
    TablePath,
    existing,
    idempotency,
    json_answer,
    known,
    receipt_answer,
    seen_at,
    sitter_of,
    tags,
)
from api.http.requests import AnyCommand, CommandAnswer, PreviewAnswer, Previewed
from api.openapi.operation import SAME_TABLE, Link, describe, to_each
from api.problems.handlers import ApiProblem
from api.services import services_of
from application.handle import Condition, handle
from domain.games import GAMES
from domain.judging.judge import ByPlayer, preview
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.messages import Command
from domain.kernel.rejection import Rejected
from domain.table.decide import own_seat
from domain.table.state import Closed
from projections.seat_view.view import (
    ActionsSeen,
    actions_seen,
    decision_tag,
    encode,
    seen_now,
)

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
            *("not_seated", "not_your_seat", "which_seat"),
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
    live = await known(services, table)
    seen = await seen_at(services, live, at)
    if at is not None and seat is not None and isinstance(live.state, Closed):
        player = sitter_of(seen, seat)
    if player is None:
        raise ApiProblem("token_missing")
    actions = actions_seen(seen, own_seat(seen.state, player, seat))
    return json_answer(encode(actions), headers={"ETag": f'"{decision_tag(actions)}"'})


@post(
    "/v1/tables/{table:str}/commands",
    operation_id="sendCommand",
    summary="Send a command",
    status_code=200,
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
        ),
        bearer=True,
        links=to_each(SAME_TABLE, "listActions", "listEvents", "getTable", "getHistory"),
    ),
)
async def send_command(
    request: AnyRequest,
    table: TablePath,
    data: JSONBody[AnyCommand],
    seat: SeatQuery = None,
    dry_run: Annotated[
        bool, QueryParameter(name="dry_run", description="Judge only: nothing is stored.")
    ] = False,
    key: KeyHeader = None,
    if_match: Annotated[
        str | None,
        HeaderParameter(
            name="If-Match",
            min_length=1,
            max_length=200,
            description="`ETag` of the actions or of the table: refuse if it no longer holds.",
        ),
    ] = None,
    lang: LangQuery = None,
) -> Response[bytes]:
    """One command of your seat. Answered only after its events are stored."""
    services, player = services_of(request), await auth.player(request)
    condition = if_matches(if_match, player, seat) if if_match is not None else None
    if dry_run:
        return await _previewed(request, table, ByPlayer(player, seat), data, condition)
    repeat = idempotency(key, json.encode(data), b"%d" % seat if seat is not None else b"")
    table = existing(table)
    receipt = await handle(services.tables, table, ByPlayer(player, seat), data, repeat, condition)
    live = await services.tables.find(table)
    return json_answer(receipt_answer(live, player, receipt, lang))


async def _previewed(
    request: AnyRequest, table: str, who: ByPlayer, command: Command, condition: Condition | None
) -> Response[bytes]:
    live = await known(services_of(request), table)
    if condition is not None:
        condition(live)
    events = preview(live.state, who, command)
    previewed = tuple(Previewed(event.type, event.cites(), event) for event in events)
    return json_answer(encode(PreviewAnswer(live.version, live.head.hex(), True, previewed)))


def if_matches(header: str, player: PlayerId, seat: Seat | None) -> Condition:
    """412 unless one of the tags is the table's version or the seat's present decision."""
    named = tags(header)

    def condition(live: LiveTable) -> None:
        if "*" in named or str(live.version) in named:
            return
        own = own_seat(live.state, player, seat)
        if decision_tag(actions_seen(seen_now(live), own)) not in named:
            raise Rejected("decision_moved_on", "The decision has moved on; read it again.")

    return condition


HANDLERS: tuple[Any, ...] = (list_actions, send_command)
