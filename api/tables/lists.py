"""Lists of tables, filtered and sorted."""

from typing import Annotated, TypeAlias

from litestar import Response
from litestar.params import QueryParameter

from api.http.injection import AnyRequest, Part
from api.http.min_version import HEADER, MinVersion, wait_for_table_list
from api.http.operation import Answer, get, to_each
from api.http.paging import next_page
from api.http.params import CursorQuery
from api.http.people import with_names
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchPage
from api.services import Services
from api.tables.filters import TableFilters
from domain.kernel.messages import Value
from projections.table_list.listed import ListedTable


class TablePage(Value, frozen=True):
    """Tables in the order of `sort`; `next` is the cursor of the next page, null on the last."""

    tables: tuple[ListedTable, ...]
    next: str | None


Tables: TypeAlias = Annotated[Response[TablePage], Answer(TablePage, headers=(HEADER, "Link"))]


@get(
    "/v1/tables",
    "List tables",
    "A page of tables.",
    links=to_each({"table": "$response.body#/tables/0/id"}, "getTable", "listEvents"),
)
async def list_tables(
    request: AnyRequest,
    filters: TableFilters,
    services: Part[Services],
    cursor: CursorQuery = None,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=100, description="The maximum number of tables to return."
        ),
    ] = 20,
    min_version: MinVersion = None,
) -> Tables:
    """Returns public tables. With `mine`, `my_turn` or your own id, you get your private ones too.

    All filters that you send must hold. A page may have fewer tables than `limit`, or none, and
    still have a `next`: the server reads up to 1,000 tables per page. The list is usually up to
    date within milliseconds. Use `min_version` to wait for a change you know of. No token is
    needed for public tables.
    """
    await wait_for_table_list(services, min_version, filters.asker)
    version = await services.table_list.store.position()  # the page is at least so fresh
    try:
        rows, following = await services.table_list.page(filters, cursor, limit)
    except ValueError as wrong:
        raise ApiProblem(NoSuchPage(str(wrong)), "cursor") from None
    page = TablePage(await with_names(services, rows), following)
    more = next_page(request, cursor=following)
    return Response(page, headers={HEADER: str(version), **more})
