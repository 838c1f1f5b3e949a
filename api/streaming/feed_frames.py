"""The lines of the feed and the frames of its stream, as their clients read them."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from api.streaming.frames import Reason
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.state import Status
from projections.public_feed.cursor import MOST_CHARACTERS

Cursor: TypeAlias = Annotated[
    str,
    Meta(
        max_length=MOST_CHARACTERS,
        pattern=r"^[A-Za-z0-9_-]+\Z",
        description="The position after this, to send as `cursor`.",
    ),
]


class FeedEvent(Value, frozen=True):
    """An event of a public table as spectators see it; `status` is that after the command."""

    table: TableId
    game: str
    status: Status
    event: Any


class FeedEnd(Value, frozen=True):
    """The last line of a page of the feed."""

    next: Cursor
    more: Annotated[bool, Meta(description="Whether the next page has something already.")]


class FeedFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of the feed; `data` is JSON. The last `FeedEvent` of several has an `id`."""

    data: str  # FeedEvent, or by `event`: FeedBye
    event: Literal["message", "bye"] = "message"
    id: Cursor | None = None


class FeedBye(Value, frozen=True):
    """The last frame (`event: bye`): why the stream ends, and the `cursor` to continue with."""

    reason: Reason
    next: Cursor
