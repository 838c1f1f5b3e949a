"""What a commit changes beside the history: the row of its table, and the notices it causes.

This is the one vocabulary of notices. Streams, webhooks and the feed of commits render them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from msgspec import json
from msgspec.structs import replace

from domain.judging.codec import RecordedEvent
from domain.judging.rows.codec import encode_lasting, encode_moving
from domain.judging.rows.row import CHANGES, Row, opened_row
from domain.kernel.ids import PlayerId, Seat, millis
from domain.kernel.messages import Event, Value
from domain.table.access import is_shown_to_all
from domain.table.clock_events import ClockStopped, DeadlineMoved, DecisionOpened, TimeGivenBack
from domain.table.commands import Rematch
from domain.table.end_events import TableClosed, TableForked
from domain.table.opening_events import SeatLeft, SeatTaken, TableOpened, TableStarted
from domain.table.state import Status

Kind: TypeAlias = Literal[
    "opened", "rematch", "seat_taken", "seat_left", "started", "your_turn", "closed"
]
_KINDS: dict[type[Event], Kind] = {
    TableOpened: "opened",
    TableForked: "opened",
    SeatTaken: "seat_taken",
    SeatLeft: "seat_left",
    TableStarted: "started",
    TableClosed: "closed",
}
_TO_THE_PLAYERS = ("started", "closed")
_OF_MOVES = frozenset({DecisionOpened, ClockStopped, TimeGivenBack, DeadlineMoved})
_OF_INDEXES = CHANGES.keys() - _OF_MOVES


class Notice(Value, frozen=True, array_like=True):
    """What happened at a table, and the people it concerns; bots are not among them."""

    kind: Kind
    version: int
    players: tuple[PlayerId, ...] = ()
    deadline: int | None = None  # of a turn: ms since 1970


class Notes(Value, frozen=True, array_like=True):
    """What the feed says of a commit beside its versions; it holds ids, never names.

    The public feed shows a commit with a status: the one of its table after the commit.
    """

    row: Literal[0, 1, 2]  # 0: indexes need not change; 1: the row has changed; 2: it has closed
    at: int = 0  # ms since 1970, by the clock that the history has
    game: str = ""
    public: bool = False  # whether the lobby announces the table
    notices: tuple[Notice, ...] = ()
    status: Status | Literal[""] = ""
    types: tuple[str, ...] = ()  # of its events that spectators see, in the public feed

    @property
    def is_public(self) -> bool:
        """Return whether anybody may learn of the commit: from the public feed or the lobby."""
        return bool(self.status or (self.public and self.notices))


NOTHING = Notes(0)
_is_shown = lru_cache(is_shown_to_all)  # for the few kinds of tables that there are
_notes = json.Decoder(Notes)


class Consequences(NamedTuple):
    """What is stored with a commit; `lasting` is empty if indexes need not change."""

    row: Row
    lasting: bytes
    moving: bytes
    notes: bytes


def consequences(
    before: Row | None, events: Sequence[RecordedEvent], at: int, opens: bool
) -> Consequences:
    """Return what follows from the events of one commit; one that opens a table stores all."""
    row, notices = fold_notices(before, events)
    changed = opens or not _OF_INDEXES.isdisjoint([type(each.event) for each in events])
    shown = is_in_feed(row) and _is_shown(row.watch, row.status)
    if notices or shown:
        mark: Literal[0, 1, 2] = 1 if changed else 0
        if "closed" in [each.kind for each in notices]:
            mark = 2
        told = [each.event.type for each in events if each.event.audience().seats is None]
        facets = (row.status, tuple(dict.fromkeys(told))) if shown else ("", ())
        notes = json.encode(Notes(mark, at, row.game, not row.private, notices, *facets))
    else:
        notes = b"[1]" if changed else b""
    return Consequences(row, encode_lasting(row) if changed else b"", encode_moving(row), notes)


def is_in_feed(row: Row) -> bool:
    """Return whether the public feed shows the events of a table."""
    return not (row.private or row.fork_of or row.sandbox)


def decode_notes(raw: bytes) -> Notes:
    """Return the notes of a feed entry; a commit without notes has empty ones."""
    return _notes.decode(raw) if raw else NOTHING


def fold_notices(
    before: Row | None, events: Sequence[RecordedEvent]
) -> tuple[Row, tuple[Notice, ...]]:
    """Return the row after the events of a commit, and its notices in order.

    A decision that was answered within the commit causes none. What came before a fork happened
    at another table.
    """
    found: list[Notice] = []
    turn: Notice | None = None
    row = before
    for recorded in events:
        event, version = recorded.event, recorded.version
        if row is None:
            row = opened_row(recorded)
        elif (change := CHANGES.get(type(event))) is not None:
            row = change(row, event, recorded.at)
        else:
            continue  # an event of the game
        if isinstance(event, TableForked):
            found, turn = [], None
        if (kind := _KINDS.get(type(event))) is not None:
            told = range(len(row.players)) if kind in _TO_THE_PLAYERS else ()
            found.append(Notice(kind, version, _people(row, told)))
        match event:
            case TableOpened(rematch=Rematch(places=places)):
                people = dict.fromkeys(each.player for each in places if each.bot is None)
                found.append(
                    Notice("rematch", version, tuple(who for who in people if who != row.host))
                )
            case DecisionOpened(seats=seats):
                asked = _people(row, [seat for seat in seats if seat not in row.resigned])
                due = None if row.deadline is None else millis(row.deadline)
                turn = Notice("your_turn", version, asked, due) if asked else None
            case TableClosed():
                turn = None
    assert row is not None
    notices = found if turn is None else [*found, turn]
    return replace(row, version=events[-1].version), tuple(notices)


def _people(row: Row, seats: Iterable[Seat]) -> tuple[PlayerId, ...]:
    """Return the people in these seats, each once."""
    return tuple(dict.fromkeys(row.players[seat] for seat in seats if seat not in row.bots))
