"""Parameters of the feed: where it begins, and which of its events a caller wants."""

from api.http.games import game_key
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoCursorOfFeed, NoSuchEventType
from api.services import Services
from application.ports.feeds import Positions
from domain.judging.codec import EVENT_TYPES
from domain.table.state import Status
from projections.public_feed.cursor import decode_cursor
from projections.public_feed.render import FeedFilter


def feed_filter(game: str | None, status: Status | None, types: str | None) -> FeedFilter:
    """Return the filter; raises `no_such_game` or `no_such_event_type`."""
    wanted = None if types is None else frozenset(types.split(","))
    for each in sorted((wanted or frozenset()) - EVENT_TYPES.keys()):
        raise ApiProblem(NoSuchEventType(each), "type")
    return FeedFilter(None if game is None else game_key(game), status, wanted)


async def feed_positions(services: Services, cursor: str | None, begin: str) -> Positions:
    """Return where to begin; raises `no_such_page` if the cursor is none of the feed."""
    feed = services.feed
    if cursor is None:
        return await (feed.newest() if begin == "now" else feed.oldest())
    try:
        return decode_cursor(cursor, feed.partitions)
    except ValueError:
        raise ApiProblem(NoCursorOfFeed(), "cursor") from None
