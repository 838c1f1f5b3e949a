"""Opening, finding, sitting, leaving, starting."""

import secrets
from typing import Annotated, Any, Literal

from litestar import Response, delete, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter
from msgspec import json

from api import auth
from api.bodies import CommandAnswer, OpenBody, SeatAnswer, SitBody
from api.catalogue import on_shelf
from api.describe import SAME_TABLE, Link, describe
from api.desk import Desk, desk_of
from api.problems import ApiProblem
from api.reading import (
    AnyRequest,
    KeyHeader,
    LangQuery,
    SeatQuery,
    TablePath,
    existing,
    idempotency,
    json_answer,
    known,
    receipt_answer,
    seat_to_show,
    seen_at,
    tags,
)
from domain.kernel.ids import MOST_SEATS, PlayerId
from domain.kernel.messages import Command, Value
from domain.play import fair
from domain.play.handle import Key, Receipt, handle, open_table
from domain.play.judge import Asker
from domain.play.tables import Live
from domain.table.commands import Leave, OpenTable, Sit, Start
from domain.table.events import SeatReturned, SeatTaken
from projections.shelf import Row
from projections.table_for_seat import Seen, TableSeen, encode, table_seen

IDEMPOTENT = ("malformed", "idempotency_key_reused", "table_busy", "outcome_unknown")
SEATS = {str(seat): seat for seat in range(MOST_SEATS)}  # int() would take `1\n` for 1


class TablePage(Value, frozen=True):
    """Tables, newest first; `next` is the cursor of the next page, null on the last."""

    tables: tuple[Row, ...]
    next: str | None


@post(
    "/v1/tables",
    operation_id="openTable",
    summary="Open a table",
    opt=describe(
        tag="Tables",
        body=OpenBody,
        answers={201: TableSeen},
        problems=(
            "malformed",
            "no_such_game",
            "bad_option",
            "media_type",
            "body_too_large",
            "outcome_unknown",
            "table_busy",
        ),
        bearer=True,
        headers={201: ("Location", "ETag")},
        links=tuple(
            Link(operation, {"table": "$response.body#/id"})
            for operation in (
                "getTable",
                "takeSeat",
                "startTable",
                "listActions",
                "listEvents",
                "getHistory",
            )
        ),
    ),
)
async def open_(request: AnyRequest, data: JSONBody[OpenBody]) -> Response[bytes]:
    """The caller becomes its host; `sit: true` also takes the first seat for him."""
    desk, player = desk_of(request), await auth.player(request)
    asked = OpenTable(
        game=data.__struct_config__.tag,
        options=data.options,
        seats=data.seats,
        clock=data.clock,
        private=data.private,
        sit=_sitting(desk, SitBody(), admitted=True) if data.sit else None,
    )
    live = await open_table(desk.tables, Asker(player), asked)
    answer = _table_answer(live, player)
    answer.status_code = 201
    answer.headers["Location"] = f"/v1/tables/{live.table}"
    return answer


@get(
    "/v1/tables",
    operation_id="listTables",
    summary="Find tables",
    opt=describe(
        tag="Tables",
        answers={200: TablePage},
        problems=("malformed", "no_such_game", "no_such_page"),
        bearer=None,
    ),
)
async def list_tables(
    request: AnyRequest,
    game: Annotated[
        str | None, QueryParameter(name="game", max_length=40, description="Only this game.")
    ] = None,
    status: Annotated[
        Literal["open", "running", "finished", "abandoned"] | None,
        QueryParameter(name="status", description="Only tables in this state."),
    ] = None,
    player: Annotated[
        str | None,
        QueryParameter(
            name="player", max_length=40, description="Only tables this player sits at."
        ),
    ] = None,
    cursor: Annotated[
        str | None,
        QueryParameter(name="cursor", max_length=120, description="`next` of the page before."),
    ] = None,
    limit: Annotated[
        int, QueryParameter(name="limit", ge=1, le=100, description="Most tables on a page.")
    ] = 20,
) -> TablePage:
    """Public tables, newest first. The list follows the histories within moments."""
    caller = await auth.maybe_player(request)
    if game is not None:
        on_shelf(game)
    try:
        rows, following = await desk_of(request).listing.page(
            game, status, player, cursor, limit, asker=caller
        )
    except ValueError as wrong:
        raise ApiProblem("no_such_page", str(wrong), "cursor") from None
    return TablePage(tuple(rows), following)


@get(
    "/v1/tables/{table:str}",
    operation_id="getTable",
    summary="One table as you may see it",
    opt=describe(
        tag="Tables",
        answers={200: TableSeen, 304: None},
        problems=("malformed", "no_such_table", "no_such_seat", "no_such_version", "not_finished"),
        bearer=None,
        headers={200: ("ETag",), 304: ("ETag",)},
    ),
)
async def get_table(
    request: AnyRequest,
    table: TablePath,
    at: Annotated[
        int | None,
        QueryParameter(name="at", ge=1, le=2**53 - 1, description="The table at this version."),
    ] = None,
    seat: SeatQuery = None,
    if_none_match: Annotated[
        str | None,
        HeaderParameter(name="If-None-Match", max_length=200, description="An `ETag` you have."),
    ] = None,
) -> Response[bytes]:
    """Summary and the view of the caller: his own seat's if he is seated, else a spectator's.

    Any seat's view may be asked for once the table is closed.
    """
    desk, player = desk_of(request), await auth.maybe_player(request)
    live = await known(desk, table)
    shown = seat_to_show(live, player, seat)
    seen = await seen_at(desk, live, at)
    if if_none_match is not None and tags(if_none_match) & {"*", str(seen.version)}:
        return Response(b"", status_code=304, headers={"ETag": f'"{seen.version}"'})
    return _answer(table_seen(seen, player, shown))


@post(
    "/v1/tables/{table:str}/seats",
    operation_id="takeSeat",
    summary="Sit down",
    opt=describe(
        tag="Tables",
        body=SitBody,
        answers={201: SeatAnswer},
        problems=(
            *IDEMPOTENT,
            "no_such_table",
            "media_type",
            "body_too_large",
            "already_seated",
            "already_started",
            "table_full",
            "table_finished",
            "code_needed",
            "unknown_preference",
            "preference_taken",
        ),
        bearer=True,
        headers={201: ("Location",)},
        links=(
            Link("leaveSeat", {**SAME_TABLE, "seat": "$response.body#/seat"}),
            Link("listActions", SAME_TABLE),
        ),
    ),
)
async def sit(
    request: AnyRequest,
    table: TablePath,
    data: JSONBody[SitBody],
    key: KeyHeader = None,
    lang: LangQuery = None,
) -> Response[bytes]:
    """Take the next free seat; the answer says which.

    Whoever was late, or left after the start, takes the own seat back the same way.
    """
    desk, player = desk_of(request), await auth.player(request)
    live = await desk.tables.find(existing(table))
    admitted = data.code is not None and secrets.compare_digest(
        data.code.encode(), fair.join_code(live.table, live.seed).encode()
    )
    sitting = _sitting(desk, data, admitted)
    repeat = idempotency(key, b"sit", json.encode(data))
    receipt = await handle(desk.tables, live.table, Asker(player), sitting, repeat)
    taken = next(e.happened.event for e in receipt.events)
    assert isinstance(taken, SeatTaken | SeatReturned)
    content = receipt_answer(live, player, receipt, lang, b'"seat":%d,' % taken.seat)
    return json_answer(content, 201, {"Location": f"/v1/tables/{live.table}"})


@delete(
    "/v1/tables/{table:str}/seats/{seat:str}",
    operation_id="leaveSeat",
    summary="Leave a seat",
    status_code=200,
    opt=describe(
        tag="Tables",
        answers={200: CommandAnswer},
        problems=(
            *IDEMPOTENT,
            "no_such_table",
            "no_such_seat",
            "not_your_seat",
            "already_left",
            "table_finished",
        ),
        bearer=True,
    ),
)
async def leave(
    request: AnyRequest,
    table: TablePath,
    seat: FromPath[str],
    key: KeyHeader = None,
    lang: LangQuery = None,
) -> Response[bytes]:
    """Before the start the seat becomes free (the host may clear any) and those behind close up.

    Afterwards it goes on the time-out defaults until its owner sends a command.
    """
    if seat not in SEATS:
        raise ApiProblem("no_such_seat", field="seat")
    return await _ordered(request, table, Leave(SEATS[seat]), key, lang)


@post(
    "/v1/tables/{table:str}/start",
    operation_id="startTable",
    summary="Start the play",
    status_code=200,
    opt=describe(
        tag="Tables",
        answers={200: CommandAnswer},
        problems=(
            *IDEMPOTENT,
            "no_such_table",
            "not_the_host",
            "bad_seats",
            "bad_option",
            "already_started",
            "table_finished",
        ),
        bearer=True,
        links=(Link("listActions", SAME_TABLE), Link("getTable", SAME_TABLE)),
    ),
)
async def start(
    request: AnyRequest, table: TablePath, key: KeyHeader = None, lang: LangQuery = None
) -> Response[bytes]:
    """Nobody sits down any more, and the cards are dealt. Takes no body."""
    return await _ordered(request, table, Start(), key, lang)


async def _ordered(
    request: AnyRequest, table: str, command: Command, key: str | None, lang: Any
) -> Response[bytes]:
    desk, player = desk_of(request), await auth.player(request)
    repeat = idempotency(key, json.encode(command))
    receipt, live = await _handled(desk, existing(table), player, command, repeat)
    return json_answer(receipt_answer(live, player, receipt, lang))


async def _handled(
    desk: Desk, table: str, player: PlayerId, command: Command, key: Key | None
) -> tuple[Receipt, Live]:
    receipt = await handle(desk.tables, table, Asker(player), command, key)
    return receipt, await desk.tables.find(table)


def _sitting(desk: Desk, body: SitBody, admitted: bool) -> Sit:
    if body.entropy is not None:
        return Sit(body.entropy, "player", body.preference, admitted)
    return Sit(desk.world.fresh(16).hex(), "server", body.preference, admitted)


def _table_answer(live: Live, player: PlayerId) -> Response[bytes]:
    seen = Seen(live.state, live.version, live.head, live.seed)
    return _answer(table_seen(seen, player, seat_to_show(live, player, None)))


def _answer(table: TableSeen) -> Response[bytes]:
    return json_answer(encode(table), headers={"ETag": f'"{table.version}"'})


HANDLERS = (open_, list_tables, get_table, sit, leave, start)
