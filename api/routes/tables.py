"""Tables: opening, listing and reading them."""

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import HeaderParameter, JSONBody, QueryParameter

from api.http import auth
from api.http.answers import json_answer, table_answer, table_created
from api.http.conditions import entity_tags
from api.http.games import game_key
from api.http.head_check import HeadQuery, HeadsHeader, require_on_chain
from api.http.min_version import HEADER, MIN_VERSION_PROBLEMS, MinVersion, wait_for_table_list
from api.http.params import AnyRequest, AtQuery, SeatQuery, TablePath
from api.http.requests import OpenBody, SitBody
from api.http.seats import sit_command
from api.http.tables import at_version, fresh_table, player_in_seat, table_id, viewed_seat
from api.openapi.operation import REPLAY_PROBLEMS, SAME_TABLE, Link, describe, to_each
from api.problems.handlers import ApiProblem
from api.services import services_of
from application.handle import open_table
from domain.judging.judge import ByPlayer
from domain.kernel.messages import Value
from domain.table.commands import OpenTable
from domain.table.state import Closed
from projections.seat_view.view import TableSeen, describe_table
from projections.table_list.row import Row

NEW_TABLE = {"table": "$response.body#/id"}
OPENED = (
    *to_each(NEW_TABLE, "takeSeat", "startTable", "getTable", "listActions", "listEvents"),
    *to_each(NEW_TABLE, "streamEvents", "createTicket", "getHistory"),
)


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
            "no_such_table",
            "cannot_follow",
            "bad_option",
            "media_type",
            "body_too_large",
            "outcome_unknown",
            "table_busy",
            "too_many_tables",
        ),
        bearer=True,
        headers={201: ("Location", "ETag")},
        links=OPENED,
    ),
)
async def open_(request: AnyRequest, data: JSONBody[OpenBody]) -> Response[bytes]:
    """The caller becomes its host; `sit: true` also takes the first seat for him.

    `clock` is the time for each decision: as the rules suggest, seconds, or null for none. Whoever
    lets it pass has the default of the rules played for him; three times in a row put his seat on
    autopilot until he sends a command or sits down again. Time in which nobody could reach the
    store is given back (`table.deadline_moved`).
    """
    services, player = services_of(request), await auth.player(request)
    command = OpenTable(
        game=data.__struct_config__.tag,
        options=data.options,
        seats=data.seats,
        clock=data.clock,
        private=data.private,
        sit=sit_command(services.world, SitBody(), admitted=True) if data.sit else None,
        follows=None if data.follows is None else table_id(data.follows),
    )
    live = await open_table(services.tables, ByPlayer(player), command, services.quotas.new_table)
    return table_created(live, player)


@get(
    "/v1/tables",
    operation_id="listTables",
    summary="Find tables",
    opt=describe(
        tag="Tables",
        answers={200: TablePage},
        problems=("no_such_game", "no_such_page", *MIN_VERSION_PROBLEMS),
        bearer=None,
        headers={200: (HEADER,)},
        links=to_each({"table": "$response.body#/tables/0/id"}, "getTable", "listEvents"),
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
    min_version: MinVersion = None,
) -> Response[TablePage]:
    """Public tables, newest first. The list follows the histories within moments."""
    caller = await auth.maybe_player(request)
    if game is not None:
        game_key(game)
    services = services_of(request)
    await wait_for_table_list(services, min_version)
    version = await services.table_list.store.position()  # the page is at least so fresh
    try:
        rows, following = await services.table_list.page(
            game, status, player, cursor, limit, asker=caller
        )
    except ValueError as wrong:
        raise ApiProblem("no_such_page", str(wrong), "cursor") from None
    return Response(TablePage(tuple(rows), following), headers={HEADER: str(version)})


@get(
    "/v1/tables/{table:str}",
    operation_id="getTable",
    summary="One table as you may see it",
    opt=describe(
        tag="Tables",
        answers={200: TableSeen, 304: None},
        problems=(
            "malformed",
            "no_such_table",
            "no_such_seat",
            "no_such_version",
            "not_finished",
            "history_rewritten",
            *REPLAY_PROBLEMS,
        ),
        bearer=None,
        headers={200: ("ETag",), 304: ("ETag",)},
        links=(
            *to_each(SAME_TABLE, "listActions", "listEvents", "getHistory"),
            Link("getPlayer", {"player": "$response.body#/host"}, name="getHost"),
        ),
    ),
)
async def get_table(
    request: AnyRequest,
    table: TablePath,
    at: AtQuery = None,
    seat: SeatQuery = None,
    head: HeadQuery = None,
    if_match: HeadsHeader = None,
    if_none_match: Annotated[
        str | None,
        HeaderParameter(name="If-None-Match", max_length=200, description="An `ETag` you have."),
    ] = None,
) -> Response[bytes]:
    """Summary and the view of the caller: his own seat's if he is seated, else a spectator's.

    Any seat's view may be asked for once the table is closed; with `at`, the answer is to the byte
    what the player of that seat was told then.
    """
    services, player = services_of(request), await auth.maybe_player(request)
    live = await fresh_table(services, table)
    await require_on_chain(services, live, head, if_match)
    seen, closed = await at_version(services, live, at), isinstance(live.state, Closed)
    shown = viewed_seat(seen, closed, player, seat)
    if closed and at is not None and seat is not None:
        player = player_in_seat(seen, seat)
    if if_none_match is not None and entity_tags(if_none_match) & {"*", str(seen.version)}:
        return json_answer(b"", 304, {"ETag": f'"{seen.version}"'})
    return table_answer(describe_table(seen, player, shown))


HANDLERS = (open_, list_tables, get_table)
