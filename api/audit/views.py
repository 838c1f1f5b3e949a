"""Past views of a table, many at once: for replays."""

from typing import Annotated, Any, TypeAlias

from litestar import Response
from litestar.params import QueryParameter

from api.admission.replay_budget import Work
from api.audit.past_views import MOST, Every, Range, ViewsEnd, encode_views
from api.http.access import WatchedTable
from api.http.answers import FOR_EVER
from api.http.callers import MaybeReader
from api.http.compression import AS_TEXT, NDJSON, compressed, lines_type
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Answer, get, to_each
from api.http.params import IfNoneMatch, SeatQuery
from api.http.tables import viewed_seat
from api.problems.faults import RangeReversed
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchVersion
from api.transport.answer import PRIVATE, has_copy
from application.table_cache import TableCache
from domain.judging.live_table import LiveTable
from domain.table.access import is_open_to_all
from domain.table.state import Closed
from projections.seat_view.view import ViewAt, at_latest

VERSIONS: dict[str, Any] = {"ge": 1, "le": 2**53 - 1}


FirstQuery: TypeAlias = Annotated[
    int, QueryParameter(name="from", description="The first version that you want.", **VERSIONS)
]
LastQuery: TypeAlias = Annotated[
    int | None,
    QueryParameter(
        name="to", description="The last version; at most, and by default, the latest.", **VERSIONS
    ),
]
EveryQuery: TypeAlias = Annotated[
    Every,
    QueryParameter(
        name="every", description="A view after each `event`, or only where a `decision` is open."
    ),
]
Views: TypeAlias = Annotated[
    Response[bytes],
    Answer((ViewAt, ViewsEnd), headers=("ETag", "Cache-Control"), media_type=NDJSON),
    Answer(None, 304, ("ETag",)),
]


@get(
    "/v1/tables/{table:str}/views",
    "List past views",
    {
        200: f"One view per line, at most {MOST}. The last line has `next`: the version to"
        " continue from, or null.",
        304: "You have these views.",
    },
    links=to_each(SAME_TABLE, "getTable", "getHistory"),
    also=AS_TEXT,
)
async def list_views(
    request: AnyRequest,
    live: WatchedTable,
    caller: MaybeReader,
    tables: Part[TableCache],
    work: Part[Work],
    first: FirstQuery = 1,
    last: LastQuery = None,
    seat: SeatQuery = None,
    every: EveryQuery = "event",
    if_none_match: IfNoneMatch = None,
) -> Views:
    """Returns your views over a range of versions, one JSON object per line.

    Use it to replay a table: the server folds its history once for all views of an answer. You see
    what you could see then; after the table has closed, `seat` may be any seat. No token is needed
    to see what spectators saw.
    """
    closed = isinstance(live.state, Closed)
    viewed_seat(at_latest(live), closed, caller, seat)
    wanted = Range(first, _last(live, first, last), every, caller, seat, closed)
    tag = wanted.tag(live.table)
    same_for_all = closed and (seat is not None or caller is None) and is_open_to_all(live.state)
    kept = FOR_EVER if same_for_all else PRIVATE
    headers = {**kept, "ETag": f'"{tag}"'}
    if has_copy(if_none_match, tag):
        return Response(b"", status_code=304, headers=headers)
    content = await encode_views(tables, work, live, wanted)
    return await compressed(request, content, lines_type(request), headers)


def _last(live: LiveTable, first: int, last: int | None) -> int:
    """Return the last version of the range; there is none after the latest."""
    wanted = live.version if last is None else min(last, live.version)
    if first > live.version:
        raise ApiProblem(NoSuchVersion(live.version), "from")
    if wanted < first:
        raise ApiProblem(RangeReversed(field="to", source="query"))
    return wanted
