"""The feed of the whole server: public events of all public tables, as lines and as a stream."""

from typing import Annotated, TypeAlias

from litestar import Response
from litestar.params import QueryParameter
from msgspec import json

from api.admission.replay_budget import Work
from api.http.answers import AsgiAnswer
from api.http.callers import MaybeReader
from api.http.compression import AS_TEXT, NDJSON, compressed, lines_type
from api.http.injection import AnyRequest, Part
from api.http.operation import Answer, Link, get
from api.http.paging import next_page
from api.problems.handlers import ApiProblem
from api.streaming.feed import FeedSource, FeedStreams
from api.streaming.frames import FeedEnd, FeedEvent, FeedFrame
from api.streaming.registry import StreamRegistry
from api.streaming.session import Session
from api.streams.callers import Callers, MaxSeconds
from api.streams.feed_parameters import PageStart, StreamStart, Wanted
from projections.public_feed.cursor import encode_cursor
from projections.public_feed.query import CursorExpired, PublicFeed

NOT_STORED = {"Cache-Control": "no-store"}
COMMITS = 25  # work of one page at least, in events: it reads every partition
Lines: TypeAlias = Annotated[
    Response[bytes], Answer((FeedEvent, FeedEnd), headers=("Link",), media_type=NDJSON)
]


@get(
    "/v1/feed",
    "List events of all tables",
    "One event per line, oldest first. The last line has the next cursor.",
    tag="Feed",
    links=(Link("streamFeed", {}), Link("listTables", {})),
    also=AS_TEXT,
)
async def read_feed(
    request: AnyRequest,
    _: MaybeReader,
    feed: Part[PublicFeed],
    work: Part[Work],
    after: PageStart,
    wanted: Wanted,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=500, description="End the page after this many events."
        ),
    ] = 100,
) -> Lines:
    """Returns events of all public tables, one JSON object per line, for archives and statistics.

    You see what spectators saw when the event was stored. For an event that nobody could see, you
    get only its version and its hash. Private tables, forks and sandboxes are left out, and so is
    the game at a table that nobody may watch yet.

    Events of one table come in their order. After an interruption, continue with your last cursor:
    you miss nothing, and may get a few events twice (`table` and `version` tell). A page holds the
    events of whole commands, so it may be longer than `limit`. With filters it may be shorter, but
    it is empty only if no later event matches.

    The feed keeps events for about seven days. An older cursor gets 410 `cursor_expired`.
    """
    work.charge(COMMITS)
    try:
        page = await feed.page(after, wanted, limit, work.traffic.give_way)
    except CursorExpired:
        raise ApiProblem("cursor_expired", field="cursor") from None
    work.settle(page.looked_at)
    following = encode_cursor(page.position)
    lines = [*page.lines, json.encode(FeedEnd(following, page.more)), b""]
    more = next_page(request.scope, cursor=following if page.more else None)
    return await compressed(request, b"\n".join(lines), lines_type(request), {**NOT_STORED, **more})


@get(
    "/v1/feed/stream",
    "Stream events of all tables",
    "A stream of frames: events, and a last frame `bye`.",
    tag="Feed",
    links=(Link("readFeed", {}),),
)
async def stream_feed(
    request: AnyRequest,
    callers: Callers,
    streams: Part[StreamRegistry],
    feed: Part[FeedStreams],
    work: Part[Work],
    after: StreamStart,
    wanted: Wanted,
    max_seconds: MaxSeconds = None,
) -> Annotated[AsgiAnswer, Answer(FeedFrame, media_type="text/event-stream")]:
    """Streams events of all public tables as Server-Sent Events: first past ones, then new ones.

    Each frame is a `FeedEvent`, as in `GET /v1/feed`. Events that are sent together share an `id`,
    which the last of them has. With it as `Last-Event-ID` or `cursor` you miss nothing after a
    reconnection. A stream whose filters match nothing gets an `id` without data from time to time.

    A comment comes every 15 seconds. `event: bye` comes last, with the reason: reconnect after
    `max_seconds`, `shutdown`, `store_unavailable`, `lagging` or `too_slow`.
    """
    caller = await callers.by_token(request)
    work.charge(COMMITS)
    owner = callers.owner(request, caller, max_seconds)
    return AsgiAnswer(Session(streams, owner, FeedSource(feed, after, wanted)))
