"""The feed of the whole server: public events of all public tables, as lines and as a stream."""

from typing import Annotated, Any, Literal, TypeAlias

from litestar import Response, get
from litestar.params import HeaderParameter, QueryParameter
from msgspec import json

from api.http import auth
from api.http.answers import AsgiAnswer
from api.http.compression import compressed
from api.http.feed import feed_filter, feed_positions
from api.http.operation import REPLAY_PROBLEMS, Link, describe
from api.http.paging import next_page
from api.http.params import AnyRequest
from api.http.stream_callers import MaxSeconds, stream_caller, stream_owner
from api.problems.handlers import ApiProblem
from api.services import services_of
from api.streaming.feed import FeedSource
from api.streaming.frames import FeedEnd, FeedEvent, FeedFrame
from api.streaming.session import Session
from domain.table.state import Status
from projections.public_feed.cursor import MOST_CHARACTERS, encode_cursor
from projections.public_feed.query import CursorExpired

NDJSON = "application/x-ndjson"
NOT_STORED = {"Cache-Control": "no-store"}
COMMITS = 25  # work of one page at least, in events: it reads every partition
PROBLEMS = (
    "malformed",
    "no_such_game",
    "no_such_event_type",
    "no_such_page",
    "cursor_expired",
    *REPLAY_PROBLEMS,
)
CURSOR: dict[str, Any] = {"max_length": MOST_CHARACTERS, "pattern": r"^[A-Za-z0-9_-]+$"}

FeedCursor: TypeAlias = Annotated[
    str | None, QueryParameter(name="cursor", description="`next` of an earlier page.", **CURSOR)
]
From: TypeAlias = Annotated[
    Literal["oldest", "now"],
    QueryParameter(
        name="from",
        description="Where to begin without a cursor: with the oldest event that the feed has, or"
        " with the next one.",
    ),
]
GameFilter: TypeAlias = Annotated[
    str | None,
    QueryParameter(name="game", max_length=40, description="Send only events of this game."),
]
StatusFilter: TypeAlias = Annotated[
    Status | None,
    QueryParameter(
        name="status",
        description="Send only events after which the table had this status.",
    ),
]
TypeFilter: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="type",
        max_length=500,
        pattern=r"^[a-z_]+\.[a-z_]+(,[a-z_]+\.[a-z_]+)*$",
        description="Send only events of these types, separated by commas, such as"
        " `table.started,table.closed`.",
    ),
]
LastEventId: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        description="The last `id` you have; browsers send it when they reconnect. It takes"
        " precedence over `cursor`.",
        **CURSOR,
    ),
]


@get(
    "/v1/feed",
    operation_id="readFeed",
    summary="List events of all tables",
    opt=describe(
        tag="Feed",
        answers={200: (FeedEvent, FeedEnd)},
        returns={200: "One event per line, oldest first. The last line has the next cursor."},
        problems=PROBLEMS,
        bearer=None,
        media_type=NDJSON,
        headers={200: ("Link",)},
        links=(Link("streamFeed", {}), Link("listTables", {})),
    ),
)
async def read_feed(
    request: AnyRequest,
    cursor: FeedCursor = None,
    begin: From = "oldest",
    game: GameFilter = None,
    status: StatusFilter = None,
    types: TypeFilter = None,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=500, description="End the page after this many events."
        ),
    ] = 100,
) -> Response[bytes]:
    """Returns events of all public tables, one JSON object per line, for archives and statistics.

    You see what spectators saw when the event was stored. For an event that nobody could see, you
    get only its version and its hash. Private tables, forks and sandboxes are left out, and so is
    the game at a table that nobody may watch yet.

    Events of one table come in their order. After an interruption, continue with your last cursor:
    you miss nothing, and may get a few events twice (`table` and `version` tell). A page holds the
    events of whole commands, so it may be longer than `limit`. It may be empty though `more` is
    true, because a page looks at a limited number of commands.

    The feed keeps events for about seven days. An older cursor gets 410 `cursor_expired`.
    """
    services = services_of(request)
    await auth.maybe_player(request)
    wanted = feed_filter(game, status, types)
    services.work.charge(COMMITS)
    after = await feed_positions(services, cursor, begin)
    try:
        page = await services.feed.page(after, wanted, limit)
    except CursorExpired:
        raise ApiProblem("cursor_expired", field="cursor") from None
    services.work.settle(page.looked_at)
    following = encode_cursor(page.positions)
    lines = [*page.lines, json.encode(FeedEnd(following, page.more)), b""]
    more = next_page(request, cursor=following if page.more else None)
    return await compressed(request, b"\n".join(lines), NDJSON, {**NOT_STORED, **more})


@get(
    "/v1/feed/stream",
    operation_id="streamFeed",
    summary="Stream events of all tables",
    opt=describe(
        tag="Feed",
        answers={200: FeedFrame},
        returns={200: "A stream of frames: events, and a last frame `bye`."},
        problems=(*PROBLEMS, "too_many_streams"),
        bearer=None,
        media_type="text/event-stream",
        links=(Link("readFeed", {}),),
    ),
)
async def stream_feed(
    request: AnyRequest,
    cursor: FeedCursor = None,
    last_event_id: LastEventId = None,
    begin: From = "oldest",
    game: GameFilter = None,
    status: StatusFilter = None,
    types: TypeFilter = None,
    max_seconds: MaxSeconds = None,
) -> Response[Any]:
    """Streams events of all public tables as Server-Sent Events: first past ones, then new ones.

    Each frame is a `FeedEvent`, as in `GET /v1/feed`. Events that are sent together share an `id`,
    which the last of them has. With it as `Last-Event-ID` or `cursor` you miss nothing after a
    reconnection. A stream whose filters match nothing gets an `id` without data from time to time.

    A comment comes every 15 seconds. `event: bye` comes last, with the reason: reconnect after
    `max_seconds`, `shutdown`, `store_unavailable`, `lagging` or `too_slow`.
    """
    services, caller = services_of(request), await stream_caller(request)
    wanted = feed_filter(game, status, types)
    services.work.charge(COMMITS)
    after = await feed_positions(services, last_event_id or cursor, begin)
    if not await services.feed.is_kept(after):
        raise ApiProblem("cursor_expired", field="cursor")
    source = FeedSource(services.feed_streams, after, wanted)
    return AsgiAnswer(Session(services.streams, stream_owner(request, caller, max_seconds), source))


HANDLERS = (read_feed, stream_feed)
