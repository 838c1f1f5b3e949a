"""Lists of tables, filtered and sorted."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, TypeAlias

from litestar.params import QueryParameter
from msgspec import json

from api.http.answers import AsgiAnswer
from api.http.callers import remembered
from api.http.decoding import RequestHeaders
from api.http.injection import AnyRequest, Part
from api.http.min_version import HEADER, FreshTableList
from api.http.operation import Answer, get, to_each
from api.http.paging import next_page
from api.http.params import CursorQuery
from api.http.tables import JSON
from api.problems.handlers import ApiProblem
from api.tables.filters import TableFilters
from api.transport.answer import Answer as Whole
from api.transport.answer import encoded_headers
from api.transport.links import prefix_of
from api.transport.turn import NotQuick, Reads
from application.player_names import PlayerNames
from application.ports.event_log import EventLog, RowQuery
from application.token_cache import TokenCache
from domain.judging.rows.row import Row
from domain.kernel.messages import Value
from projections.seat_view.names import NamesOfPeople
from projections.table_list.filters import Filters, begin
from projections.table_list.listed import ListedTable, people_in
from projections.table_list.query import TableList, table_at

MOST = 100  # tables of a page
_NEWEST = re.compile(rb"status=(open|running)(?:&limit=([1-9]\d{0,2}))?")


class TablePage(Value, frozen=True):
    """Tables in the order of `sort`; `next` is the cursor of the next page, null on the last."""

    tables: tuple[ListedTable, ...]
    """The tables, in the order of `sort`."""
    next: str | None
    """The cursor of the next page; null on the last."""


Tables: TypeAlias = Annotated[AsgiAnswer, Answer(TablePage, headers=(HEADER, "Link"))]


class Lists(NamedTuple):
    """What pages of tables are made from."""

    table_list: TableList
    names: PlayerNames
    log: EventLog
    tokens: TokenCache


def quick_tables(lists: Part[Lists], scope: Any, headers: RequestHeaders) -> Reads:
    """Return the newest open or running tables; other filters and pages need more of the store."""
    wanted = _newest(scope["query_string"])
    if wanted is None or headers.has_repeated:
        raise NotQuick
    if b"authorization" in headers.values:
        remembered(lists.tokens, headers, "read")
    filters, limit = wanted
    query = lists.table_list.store.page_query(begin(filters, None)[0], limit + 1)
    if query is None:
        raise NotQuick

    # The path of the next page is made of both.
    key = prefix_of(scope), scope["query_string"]

    def read_rows(replies: Any) -> Reads:
        version, positions = query.read(replies)
        found = [lists.log.row_query(table_at(each)) for each in positions]
        queries = [each for each in found if each is not None]
        page = _NewestPage(lists, scope, wanted, version, positions, queries)
        return Reads(tuple([each.command for each in queries]), page.answer, key)

    return Reads(query.commands, read_rows, key)


class _NewestPage(NamedTuple):
    """A page whose tables are known, and whose rows are to be read."""

    lists: Lists
    scope: Any
    wanted: tuple[Filters, int]
    version: int
    positions: list[str]
    queries: list[RowQuery]

    def answer(self, replies: Any) -> Whole:
        rows = [query.read(reply) for query, reply in zip(self.queries, replies, strict=True)]
        if None in rows or len(rows) < len(self.positions):
            raise NotQuick
        page = list(zip(self.positions, rows, strict=True))
        newest = self.lists.table_list.first_page(*self.wanted, page)
        if newest is None or (newest[1] is not None and prefix_of(self.scope)):
            raise NotQuick  # the path of the next page begins with the prefix
        names = self.lists.names.known(people_in(newest[0]))
        if names is None:
            raise NotQuick
        return _shown(self.lists.table_list, self.scope, self.version, names, *newest)


@lru_cache(maxsize=256)
def _newest(query: bytes) -> tuple[Filters, int] | None:
    """Return filters and limit of a query that a quick way knows, else None."""
    found = _NEWEST.fullmatch(query)
    if found is None or not 0 < (limit := int(found[2] or 20)) <= MOST:
        return None
    return Filters(status="open" if found[1] == b"open" else "running"), limit


def _shown(
    table_list: TableList,
    scope: Any,
    version: int,
    names: NamesOfPeople,
    rows: Sequence[Row],
    following: str | None,
) -> Whole:
    shown = b",".join([table_list.kept(row).encoded(names) for row in rows])
    content = b'{"tables":[%s],"next":%s}' % (shown, json.encode(following))
    more = next_page(scope, cursor=following)
    return Whole(200, [*encoded_headers({HEADER: str(version), **more}), JSON], content)


@get(
    "/v1/tables",
    "List tables",
    "A page of tables.",
    links=to_each({"table": "$response.body#/tables/0/id"}, "getTable", "listEvents"),
    quick=quick_tables,
)
async def list_tables(
    request: AnyRequest,
    filters: TableFilters,
    table_list: FreshTableList,
    names: Part[PlayerNames],
    cursor: CursorQuery = None,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=MOST, description="The maximum number of tables to return."
        ),
    ] = 20,
) -> Tables:
    """Returns public tables. With `mine`, `my_turn` or your own id, you get your private ones too.

    All filters that you send must hold. A page may have fewer tables than `limit`, or none, and
    still have a `next`: the server reads up to 1,000 tables per page. The list is usually up to
    date within a quarter of a second. Use `min_version` to wait for a change you know of. No
    token is needed for public tables.
    """
    version = await table_list.store.position()  # the page is at least so fresh
    try:
        rows, following = await table_list.page(filters, cursor, limit)
    except ValueError:
        raise ApiProblem("no_such_page", "cursor") from None
    people = await names.of(people_in(rows))
    return AsgiAnswer(_shown(table_list, request.scope, version, people, rows, following))
