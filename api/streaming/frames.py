"""The frames of all kinds of streams, as clients read them."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from api.streaming.presence import PresenceSeen
from domain.kernel.ids import Moment, TableId, Version
from domain.kernel.messages import Value
from domain.table.state import Status
from projections.notices.notice import LobbyEvent, OwnNotice
from projections.public_feed.cursor import MOST_CHARACTERS
from projections.seat_view.names import SeatSeen
from projections.seat_view.view import DecisionSeen
from projections.table_list.listed import ListedTable

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
NoticeId: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{1,16}-[0-9]{1,10}\Z")]
Cursor: TypeAlias = Annotated[
    str,
    Meta(
        max_length=MOST_CHARACTERS,
        pattern=r"^[A-Za-z0-9_-]+\Z",
        description="The position after this, to send as `cursor`.",
    ),
]


class StreamFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of the stream; `data` is JSON. An `Event` has an `id` and no name (`message`)."""

    data: str  # Event, or by `event`: TableSnapshot, StateSeen, PresenceSeen, TableBye
    event: Literal["message", "snapshot", "state", "presence", "bye"] = "message"
    """The kind of the frame; an event of the table has none (`message`)."""
    id: Annotated[str, Meta(pattern=r"^[0-9]+\Z")] | None = None
    """The version of the event, for `Last-Event-ID`; other frames have none."""


class TableSnapshot(Value, frozen=True):
    """The first frame (`event: snapshot`): the table as you may see it at this version."""

    version: Version
    head: str
    """The head of the hash chain. Keep it as a receipt."""
    status: Status
    """`open` before the start, `running`, or how the table ended; `finished` is the end by the
    rules.
    """
    seats: tuple[SeatSeen, ...]
    """The seats that are taken."""
    view: Any
    """The view of the seat; null before the deal."""
    decision: DecisionSeen | None
    """The open decision; null if there is none."""
    deadline: Moment | None
    """When the time to decide ends; null without a clock."""
    presence: PresenceSeen
    """Who has a stream open at the table."""


class TableBye(Value, frozen=True):
    """The last frame (`event: bye`): why the stream ends, and the `after` to continue with."""

    reason: Reason
    """Why the stream ends."""
    next_after: Version


class LobbyNotice(Value, frozen=True):
    """What happened at a public table, and the table as the list has it then."""

    type: LobbyEvent
    """What has happened to the table."""
    at: Moment
    table: ListedTable
    """The table as the list shows it after this."""


class LobbySnapshot(Value, frozen=True):
    """The first frame of the stream of the lobby (`event: snapshot`).

    `resumed`: you get every notice after `Last-Event-ID`. Otherwise, read the list of tables.
    """

    resumed: bool
    """Whether you get every notice after `Last-Event-ID`."""


class OwnSnapshot(Value, frozen=True):
    """The first frame of your stream (`event: snapshot`): the tables that wait for you now.

    `resumed`: you get every notice after `Last-Event-ID`. Otherwise, read the list of your tables.
    """

    resumed: bool
    """Whether you get every notice after `Last-Event-ID`."""
    your_turn: tuple[OwnNotice, ...]
    """The tables at which you must decide now."""


class NoticeBye(Value, frozen=True):
    """The last frame (`event: bye`): why the stream ends, and the id to continue after."""

    reason: Literal[
        "max_seconds", "lagging", "too_slow", "store_unavailable", "shutdown", "token_unknown"
    ]
    """Why the stream ends, as a code."""
    last_event_id: NoticeId
    """The id of the last notice you got; send it as `Last-Event-ID`."""


class LobbyFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of the stream of the lobby; `data` is JSON. A notice has an `id` and no name."""

    data: str  # LobbyNotice, or by `event`: LobbySnapshot, NoticeBye
    event: Literal["message", "snapshot", "bye"] = "message"
    """The name of the frame; a notice has none (`message`)."""
    id: NoticeId | None = None
    """The id of the notice, for `Last-Event-ID`; other frames have none."""


class OwnFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of your stream; `data` is JSON. A notice has an `id` and no name."""

    data: str  # OwnNotice, or by `event`: OwnSnapshot, NoticeBye
    event: Literal["message", "snapshot", "bye"] = "message"
    """The name of the frame; a notice has none (`message`)."""
    id: NoticeId | None = None
    """The id of the notice, for `Last-Event-ID`; other frames have none."""


class FeedEvent(Value, frozen=True):
    """An event of a public table as spectators see it; `status` is that after the command."""

    table: TableId
    game: str
    """The key of the game."""
    status: Status
    """`open` before the start, `running`, or how the table ended; `finished` is the end by the
    rules.
    """
    event: Any
    """The event with its version and its data."""


class FeedEnd(Value, frozen=True):
    """The last line of a page of the feed."""

    next: Cursor
    more: Annotated[bool, Meta(description="Whether the next page has something already.")]


class FeedFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of the feed; `data` is JSON. The last `FeedEvent` of several has an `id`."""

    data: str  # FeedEvent, or by `event`: FeedBye
    event: Literal["message", "bye"] = "message"
    """The kind of the frame; an event has none (`message`)."""
    id: Cursor | None = None
    """The cursor after this frame, for `Last-Event-ID`; only the last event of several has one."""


class FeedBye(Value, frozen=True):
    """The last frame (`event: bye`): why the stream ends, and the `cursor` to continue with."""

    reason: Reason
    """Why the stream ends, as a code."""
    next: Cursor
