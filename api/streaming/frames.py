"""The frames of a stream, as its clients read them."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from api.streaming.channel import Present
from domain.kernel.ids import Moment, Version
from domain.kernel.messages import Value
from domain.table.state import Status
from projections.seat_view.names import SeatSeen
from projections.seat_view.view import DecisionSeen

Reason: TypeAlias = Literal[
    "finished",
    "max_seconds",
    "lagging",
    "too_slow",
    "store_unavailable",
    "history_rewritten",
    "shutdown",
    "token_unknown",
    "not_watchable",
]


class StreamFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of the stream; `data` is JSON. An `Event` has an `id` and no name (`message`)."""

    data: str  # Event, or by `event`: Snapshot, StateSeen, Present, Bye
    event: Literal["message", "snapshot", "state", "presence", "bye"] = "message"
    id: Annotated[str, Meta(pattern=r"^[0-9]+\Z")] | None = None


class Snapshot(Value, frozen=True):
    """The first frame (`event: snapshot`): the table as you may see it at this version."""

    version: Version
    head: str
    status: Status
    seats: tuple[SeatSeen, ...]
    view: Any
    decision: DecisionSeen | None
    deadline: Moment | None
    presence: Present


class Bye(Value, frozen=True):
    """The last frame (`event: bye`): why the stream ends, and the `after` to continue with."""

    reason: Reason
    next_after: Version
