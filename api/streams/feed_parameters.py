"""Parameters of the feed: where it begins, and which of its events a caller wants."""

from typing import Annotated, Any, Literal, TypeAlias

from litestar.params import HeaderParameter, QueryParameter

from api.http.injection import Needs, Part
from api.http.params import GameQuery
from api.problems.comparing import most_like
from api.problems.faults import NoSuchEventType
from api.problems.handlers import ApiProblem
from application.ports.feeds import Id
from domain.judging.codec import EVENT_TYPES
from domain.table.state import Status
from projections.public_feed.cursor import MOST_CHARACTERS, decode_cursor
from projections.public_feed.query import PublicFeed
from projections.public_feed.render import FeedFilter

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


def _filter(
    game: GameQuery = None, status: StatusFilter = None, types: TypeFilter = None
) -> FeedFilter:
    wanted = None if types is None else frozenset(types.split(","))
    for each in sorted((wanted or frozenset()) - EVENT_TYPES.keys()):
        meant = most_like(each, EVENT_TYPES)
        raise ApiProblem(
            NoSuchEventType(
                field="type", source="query", value=each, allowed=tuple(EVENT_TYPES), meant=meant
            )
        )
    return FeedFilter(game, status, wanted)


async def _page_start(
    feed: Part[PublicFeed], cursor: FeedCursor = None, begin: From = "oldest"
) -> Id:
    """Raises `no_such_page` if the cursor is none of the feed, or `cursor_expired`."""
    if cursor is None:
        return await (feed.newest() if begin == "now" else feed.oldest())
    try:
        position = decode_cursor(cursor)
    except ValueError:
        raise ApiProblem("no_such_page", "cursor") from None
    if position is None:
        raise ApiProblem("cursor_expired", field="cursor")
    return position


async def _stream_start(
    feed: Part[PublicFeed],
    cursor: FeedCursor = None,
    last_event_id: LastEventId = None,
    begin: From = "oldest",
) -> Id:
    after = await _page_start(feed, last_event_id or cursor, begin)
    if not await feed.is_kept(after):
        raise ApiProblem("cursor_expired", field="cursor")
    return after


Wanted: TypeAlias = Annotated[FeedFilter, Needs(_filter)]
PageStart: TypeAlias = Annotated[Id, Needs(_page_start)]
StreamStart: TypeAlias = Annotated[Id, Needs(_stream_start)]
