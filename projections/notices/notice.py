"""Notices as they are stored, and as clients read them."""

from typing import Literal, TypeAlias

from domain.judging.rows.row import Row
from domain.kernel.ids import Moment, TableId, Version
from domain.kernel.messages import Value
from domain.table.state import Status

LOBBY = "lobby"  # the subject of notices about public tables; those of players are their ids

LobbyEvent: TypeAlias = Literal["opened", "seat_taken", "seat_left", "started", "closed"]
OwnEvent: TypeAlias = Literal["your_turn", "started", "finished", "seek_matched", "rematch"]


class StoredLobbyNotice(Value, frozen=True):
    """What happened at a public table, and its row then; names are added when it is sent."""

    type: LobbyEvent
    at: Moment
    row: Row


class OwnNotice(Value, frozen=True, kw_only=True):
    """What happened at one of your tables, or to one of your seeks.

    `your_turn` has the deadline. `finished` has the status with which the table closed. `rematch`
    has the table that another player opened to play again with you.
    """

    type: OwnEvent
    """What has happened, such as `your_turn`."""
    at: Moment
    game: str
    """The key of the game."""
    table: TableId | None = None
    """The id of the table; null without one."""
    version: Version | None = None
    """The version of the table: the number of its events so far."""
    status: Status | None = None
    """`open` before the start, `running`, or how the table ended; `finished` is the end by the
    rules.
    """
    deadline: Moment | None = None
    """When the time to decide ends; null without a clock."""
    seek: str | None = None
    """The id of your seek, with `seek_matched`."""
