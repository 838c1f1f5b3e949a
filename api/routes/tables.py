"""Tables: open, list and read them."""

from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import json
from msgspec.structs import replace

from api.http import auth
from api.http.access import seen_table, watched_table
from api.http.answers import json_answer, table_answer, table_created
from api.http.conditions import entity_tags, idempotency_key
from api.http.games import game_key
from api.http.head_check import HeadQuery, HeadsHeader, require_on_chain
from api.http.headers import read_headers
from api.http.min_version import HEADER, MIN_VERSION_PROBLEMS, MinVersion, wait_for_table_list
from api.http.paging import next_page
from api.http.params import AnyRequest, AtQuery, IfNoneMatch, KeyHeader, SeatQuery, TablePath
from api.http.people import ListedTable, people_of, with_names
from api.http.requests import OpenBody
from api.http.sandbox import allowed_sandbox
from api.http.tables import at_version, player_in_seat, table_id, viewed_seat
from api.openapi.operation import REPLAY_PROBLEMS, SAME_TABLE, Link, describe, to_each
from api.problems.handlers import ApiProblem
from api.services import services_of
from application.open_table import open_table, opening_once
from domain.judging.judge import ByPlayer
from domain.kernel.messages import Value
from domain.table.commands import Follows, LogKeys, OpenTable, Sit
from domain.table.state import Closed, Status
from projections.seat_view.view import TableSeen, describe_table

NEW_TABLE = {"table": "$response.body#/id"}
OPENED = (
    *to_each(NEW_TABLE, "takeSeat", "startTable", "getTable", "listActions", "listEvents"),
    *to_each(NEW_TABLE, "streamEvents", "createTicket", "getHistory"),
)


class TablePage(Value, frozen=True):
    """Tables, newest first; `next` is the cursor of the next page, null on the last."""

    tables: tuple[ListedTable, ...]
    next: str | None


@post(
    "/v1/tables",
    operation_id="openTable",
    summary="Open a table",
    opt=describe(
        tag="Tables",
        body=OpenBody,
        answers={201: TableSeen},
        returns={201: "Table created: the table as its host may see it."},
        problems=(
            "malformed",
            "no_such_game",
            "no_such_table",
            "cannot_follow",
            "bad_option",
            "sandbox_off",
            "media_type",
            "body_too_large",
            "outcome_unknown",
            "table_busy",
            "too_many_tables",
            "idempotency_key_reused",
        ),
        bearer=True,
        headers={201: ("Location", "ETag")},
        links=OPENED,
    ),
)
async def open_(
    request: AnyRequest, data: JSONBody[OpenBody], key: KeyHeader = None
) -> Response[bytes]:
    """Opens a table with you as its host. You need a token. With `sit: true` you take seat 0.

    Send an `Idempotency-Key` to retry safely: the same request gets the same table.

    `clock` is the time for each decision: the times of the game's rules, a number of seconds, or
    null for no limit. If a player misses a deadline, the server plays the default move for that
    seat. After three in a row the seat is on autopilot until its player sends a command or takes
    the seat back. If the store was unavailable, the server moves the deadline by that time
    (`table.deadline_moved`).

    `sandbox` opens a table for tests of clients: its luck is fixed, and only the host moves its
    clock (`advanceClock`). It is never ranked and carries its mark for ever. An operator must
    allow sandboxes.
    """
    services, player = services_of(request), await auth.player(request)
    command = OpenTable(
        game=data.__struct_config__.tag,
        options=data.options,
        seats=data.seats,
        clock=data.clock,
        private=data.private,
        watch=data.watch,
        sit=Sit(admitted=True) if data.sit else None,
        follows=None if data.follows is None else Follows(table_id(data.follows), ""),
        sealed_luck=data.sealed_luck,
        log=LogKeys(*await services.public_log.verifiers()),
        rules=services.rules_source(data.__struct_config__.tag),
    )
    if data.sandbox is not None:
        command = replace(command, sandbox=allowed_sandbox(services, data.sandbox), log=None)
    if command.follows is not None:
        await seen_table(request, command.follows.table, player)
    once = None
    if (repeat := idempotency_key(key, json.encode(data))) is not None:
        secret = read_headers(request.scope).token_hash
        assert secret is not None  # a player was found by it
        once = opening_once(repeat, secret)
    admit = services.quotas.new_table
    live = await open_table(services.tables, ByPlayer(player), command, admit, once)
    return table_created(live, player, await people_of(services, live.state))


@get(
    "/v1/tables",
    operation_id="listTables",
    summary="List tables",
    opt=describe(
        tag="Tables",
        answers={200: TablePage},
        returns={200: "A page of tables, newest first."},
        problems=("no_such_game", "no_such_page", *MIN_VERSION_PROBLEMS),
        bearer=None,
        headers={200: (HEADER, "Link")},
        links=to_each({"table": "$response.body#/tables/0/id"}, "getTable", "listEvents"),
    ),
)
async def list_tables(
    request: AnyRequest,
    game: Annotated[
        str | None,
        QueryParameter(name="game", max_length=40, description="List only tables of this game."),
    ] = None,
    status: Annotated[
        Status | None,
        QueryParameter(name="status", description="List only tables with this status."),
    ] = None,
    player: Annotated[
        str | None,
        QueryParameter(
            name="player",
            max_length=40,
            description="List only tables at which this player has a seat.",
        ),
    ] = None,
    cursor: Annotated[
        str | None,
        QueryParameter(name="cursor", max_length=120, description="`next` of the previous page."),
    ] = None,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=100, description="The maximum number of tables to return."
        ),
    ] = 20,
    min_version: MinVersion = None,
) -> Response[TablePage]:
    """Returns public tables, newest first. With a token and your own id as `player`, also private.

    The list is usually up to date within milliseconds. Use `min_version` to wait for a change you
    know of. No token is needed for public tables.
    """
    caller = await auth.maybe_player(request)
    if game is not None:
        game_key(game)
    services = services_of(request)
    await wait_for_table_list(services, min_version, caller)
    version = await services.table_list.store.position()  # the page is at least so fresh
    try:
        rows, following = await services.table_list.page(
            game, status, player, cursor, limit, asker=caller
        )
    except ValueError as wrong:
        raise ApiProblem("no_such_page", str(wrong), "cursor") from None
    page = TablePage(await with_names(services, rows), following)
    more = next_page(request, cursor=following)
    return Response(page, headers={HEADER: str(version), **more})


@get(
    "/v1/tables/{table:str}",
    operation_id="getTable",
    summary="Get a table",
    opt=describe(
        tag="Tables",
        answers={200: TableSeen, 304: None},
        returns={
            200: "The table as this caller may see it.",
            304: "The table has not changed since the version of `If-None-Match`.",
        },
        problems=(
            "malformed",
            "no_such_table",
            "no_such_seat",
            "no_such_version",
            "not_watchable",
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
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """Returns a table with your view of the game: that of your seat, or that of a spectator.

    With `at`, you get the table as it was at that version. After the table has closed, you may read
    the view of any seat with `seat`; with `at` too, you get exactly what its player got then. No
    token is needed to read a table as a spectator.
    """
    services, player = services_of(request), await auth.maybe_player(request)
    live = await watched_table(request, table, player)
    await require_on_chain(services, live, head, if_match)
    seen, closed = await at_version(services, live, at), isinstance(live.state, Closed)
    shown = viewed_seat(seen, closed, player, seat)
    if closed and at is not None and seat is not None:
        player = player_in_seat(seen, seat)
    if if_none_match is not None and entity_tags(if_none_match) & {"*", str(seen.version)}:
        return json_answer(b"", 304, {"ETag": f'"{seen.version}"'})
    return table_answer(describe_table(seen, player, shown, await people_of(services, seen.state)))


HANDLERS = (open_, list_tables, get_table)
