"""Past views of a table, many at once: for replays."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import QueryParameter

from api.http import auth
from api.http.access import watched_table
from api.http.answers import FOR_EVER
from api.http.compression import compressed
from api.http.operation import REPLAY_PROBLEMS, SAME_TABLE, Link, describe
from api.http.params import AnyRequest, IfNoneMatch, SeatQuery, TablePath
from api.http.past_views import MOST, Every, Range, ViewsEnd, encode_views
from api.http.tables import viewed_seat
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchVersion, RangeReversed
from api.services import services_of
from api.transport.answer import PRIVATE, has_copy
from domain.judging.live_table import LiveTable
from domain.table.access import is_open_to_all
from domain.table.state import Closed
from projections.seat_view.view import ViewAt, at_latest

NDJSON = "application/x-ndjson"
VERSIONS: dict[str, Any] = {"ge": 1, "le": 2**53 - 1}


@get(
    "/v1/tables/{table:str}/views",
    operation_id="listViews",
    summary="List past views",
    opt=describe(
        tag="Audit",
        answers={200: (ViewAt, ViewsEnd), 304: None},
        returns={
            200: f"One view per line, at most {MOST}. The last line has `next`: the version to"
            " continue from, or null.",
            304: "You have these views.",
        },
        problems=(
            *("malformed", "no_such_table", "not_watchable", "no_such_version", "no_such_seat"),
            "not_finished",
            *REPLAY_PROBLEMS,
        ),
        bearer=None,
        media_type=NDJSON,
        headers={200: ("ETag", "Cache-Control"), 304: ("ETag",)},
        links=(Link("getTable", SAME_TABLE), Link("getHistory", SAME_TABLE)),
    ),
)
async def list_views(
    request: AnyRequest,
    table: TablePath,
    first: Annotated[
        int, QueryParameter(name="from", description="The first version.", **VERSIONS)
    ] = 1,
    last: Annotated[
        int | None,
        QueryParameter(
            name="to",
            description="The last version; at most, and by default, the latest.",
            **VERSIONS,
        ),
    ] = None,
    seat: SeatQuery = None,
    every: Annotated[
        Every,
        QueryParameter(
            name="every",
            description="A view after each `event`, or only where a `decision` is open.",
        ),
    ] = "event",
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """Returns your views over a range of versions, one JSON object per line.

    Use it to replay a table: the server folds its history once for all views of an answer. You see
    what you could see then; after the table has closed, `seat` may be any seat. No token is needed
    to see what spectators saw.
    """
    services, player = services_of(request), await auth.maybe_player(request)
    live = await watched_table(request, table, player)
    closed = isinstance(live.state, Closed)
    viewed_seat(at_latest(live), closed, player, seat)
    wanted = Range(first, _last(live, first, last), every, player, seat, closed)
    tag = wanted.tag(live.table)
    same_for_all = closed and (seat is not None or player is None) and is_open_to_all(live.state)
    kept = FOR_EVER if same_for_all else PRIVATE
    headers = {**kept, "ETag": f'"{tag}"'}
    if has_copy(if_none_match, tag):
        return Response(b"", status_code=304, headers=headers)
    content = await encode_views(services, live, wanted)
    return await compressed(request, content, NDJSON, headers)


def _last(live: LiveTable, first: int, last: int | None) -> int:
    """Return the last version of the range; there is none after the latest."""
    wanted = live.version if last is None else min(last, live.version)
    if first > live.version:
        raise ApiProblem(NoSuchVersion(live.version), "from")
    if wanted < first:
        raise ApiProblem(RangeReversed(), "to")
    return wanted


HANDLERS = (list_views,)
