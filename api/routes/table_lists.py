"""Lists of tables, filtered and sorted."""

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from api.http import auth
from api.http.games import game_key
from api.http.min_version import HEADER, MIN_VERSION_PROBLEMS, MinVersion, wait_for_table_list
from api.http.operation import describe, to_each
from api.http.paging import next_page
from api.http.params import AnyRequest, CursorQuery
from api.http.people import with_names
from api.http.table_filters import (
    BotsQuery,
    FreeQuery,
    GameQuery,
    MineQuery,
    MyTurnQuery,
    OptionsQuery,
    PlayerQuery,
    SortQuery,
    StatusQuery,
    read_options,
    require_caller,
)
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchPage
from api.services import services_of
from domain.kernel.messages import Value
from projections.table_list.filters import Filters
from projections.table_list.listed import ListedTable


class TablePage(Value, frozen=True):
    """Tables in the order of `sort`; `next` is the cursor of the next page, null on the last."""

    tables: tuple[ListedTable, ...]
    next: str | None


@get(
    "/v1/tables",
    operation_id="listTables",
    summary="List tables",
    opt=describe(
        tag="Tables",
        answers={200: TablePage},
        returns={200: "A page of tables."},
        problems=(
            "no_such_game",
            "no_such_page",
            "bad_option",
            "token_missing",
            *MIN_VERSION_PROBLEMS,
        ),
        bearer=None,
        headers={200: (HEADER, "Link")},
        links=to_each({"table": "$response.body#/tables/0/id"}, "getTable", "listEvents"),
    ),
)
async def list_tables(
    request: AnyRequest,
    game: GameQuery = None,
    status: StatusQuery = None,
    player: PlayerQuery = None,
    mine: MineQuery = False,
    my_turn: MyTurnQuery = False,
    free: FreeQuery = None,
    bots: BotsQuery = None,
    options: OptionsQuery = None,
    sort: SortQuery = "newest",
    cursor: CursorQuery = None,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=100, description="The maximum number of tables to return."
        ),
    ] = 20,
    min_version: MinVersion = None,
) -> Response[TablePage]:
    """Returns public tables. With `mine`, `my_turn` or your own id, you get your private ones too.

    All filters that you send must hold. A page may have fewer tables than `limit`, or none, and
    still have a `next`: the server reads up to 1,000 tables per page. The list is usually up to
    date within milliseconds. Use `min_version` to wait for a change you know of. No token is
    needed for public tables.
    """
    caller = await auth.maybe_player(request)
    if game is not None:
        game_key(game)
    require_caller(caller, mine or my_turn)
    filters = Filters(
        game=game,
        status=status,
        player=player,
        asker=caller,
        mine=mine,
        turn=my_turn,
        free=free,
        bots=bots,
        options=read_options(game, options),
        sort=sort,
    )
    services = services_of(request)
    await wait_for_table_list(services, min_version, caller)
    version = await services.table_list.store.position()  # the page is at least so fresh
    try:
        rows, following = await services.table_list.page(filters, cursor, limit)
    except ValueError as wrong:
        raise ApiProblem(NoSuchPage(str(wrong)), "cursor") from None
    page = TablePage(await with_names(services, rows), following)
    more = next_page(request, cursor=following)
    return Response(page, headers={HEADER: str(version), **more})


HANDLERS = (list_tables,)
