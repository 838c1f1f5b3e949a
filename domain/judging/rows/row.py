"""The row of a table: what lists show of it, folded from its events, and how it is stored.

It is stored beside the head of its table, in two parts: what indexes need, and what moves change.
Both begin with the number of their form. A row in another form is folded from the events.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, get_type_hints

import msgspec
from msgspec import json
from msgspec.structs import asdict, replace

from domain.judging.codec import RecordedEvent, time_of
from domain.judging.stored import RowParts
from domain.kernel.ids import Moment, PlayerId, Seat, TableId
from domain.kernel.messages import Event, Value, put
from domain.table.clock_events import ClockStopped, DeadlineMoved, DecisionOpened, TimeGivenBack
from domain.table.clocks import (
    Clock,
    ClockSeen,
    SeatClock,
    bank_ms,
    clock_of,
    pace_of,
    seen_running,
)
from domain.table.commands import Watch
from domain.table.end_events import SeatResigned, TableClosed, TableForked
from domain.table.opening_events import SeatLeft, SeatTaken, TableOpened, TableStarted
from domain.table.state import Status


class Row(Value, frozen=True, kw_only=True):
    """A table in a list; `version` is the version of the table that the list has."""

    id: TableId
    game: str
    status: Status
    version: int
    host: PlayerId
    private: bool
    watch: Watch = "everyone"  # who may watch the game
    options: Any = None  # of the game, by name
    clock: Clock = None
    size: int  # how many may sit
    players: tuple[PlayerId, ...]  # by seat
    bots: tuple[Seat, ...] = ()  # the seats of bots
    opened_at: Moment
    started_at: Moment | None = None
    finished_at: Moment | None = None
    awaited: tuple[Seat, ...] = ()  # the seats of the open decision
    deadline: Moment | None = None
    clocks: tuple[ClockSeen | None, ...] = ()  # by seat, where people have banks; null for a bot
    winners: tuple[PlayerId, ...] = ()
    withheld: tuple[PlayerId, ...] = ()  # players who did not reveal their sealed luck
    fork_of: TableId | None = None  # a what-if: nothing is won there
    sandbox: bool = False  # a table for developers: nothing is won there
    rematch_of: TableId | None = None  # its seats are kept for the players of that table
    resigned: tuple[Seat, ...] = ()  # the seats that resigned


def fold_row(before: Row | None, history: Iterable[RecordedEvent]) -> Row | None:
    """Return the row after these events; those it already contains are skipped."""
    row, version = before, before.version if before is not None else 0
    for recorded in history:
        if row is None:
            row, version = opened_row(recorded), recorded.version
        elif recorded.version == version + 1:
            version += 1
            change = CHANGES.get(type(recorded.event))
            if change is not None:
                row = change(row, recorded.event, recorded.at)
    return row if row is None or row.version == version else replace(row, version=version)


def fold_following(row: Row, stored: Sequence[bytes], events: Iterable[Event]) -> Row:
    """Return the row after stored events that follow it and were decoded already."""
    for raw, event in zip(stored, events, strict=True):
        change = CHANGES.get(type(event))
        if change is not None:
            row = change(row, event, time_of(raw))
    return replace(row, version=row.version + len(stored))


def opened_row(recorded: RecordedEvent) -> Row:
    """Return the row after the first event of a table."""
    event = recorded.event
    assert isinstance(event, TableOpened)
    return Row(
        id=event.table,
        game=event.game,
        status="open",
        version=recorded.version,
        host=event.host,
        private=event.private,
        watch=event.watch,
        options=json.decode(json.encode(event.options, order="sorted")),
        clock=clock_of(event.clock),
        size=event.seats,
        players=(),
        opened_at=recorded.at,
        sandbox=event.sandbox is not None,
        rematch_of=event.rematch.table if event.rematch else None,
    )


def _taken(row: Row, event: SeatTaken, at: str) -> Row:
    seat = event.seat  # at a rematch, those at this and higher seats move on
    bots = tuple(other + (other >= seat) for other in row.bots)
    players = (*row.players[:seat], event.player, *row.players[seat:])
    return replace(
        row, players=players, bots=bots if event.bot is None else tuple(sorted((*bots, seat)))
    )


def _left(row: Row, event: SeatLeft, at: str) -> Row:
    players = row.players[: event.seat] + row.players[event.seat + 1 :]
    bots = tuple(seat - (seat > event.seat) for seat in row.bots if seat != event.seat)
    return replace(row, players=players, bots=bots)


def _started(row: Row, event: TableStarted, at: str) -> Row:
    bank = bank_ms(pace_of(row.clock))
    seats = range(len(event.players)) if bank is not None else ()
    clocks = tuple(None if seat in row.bots else ClockSeen(bank or 0) for seat in seats)
    return replace(row, status="running", started_at=at, clocks=clocks)


def _asked(row: Row, event: DecisionOpened, at: str) -> Row:
    asked = replace(row, awaited=event.seats, deadline=event.deadline)
    return _running(asked, event.clocks) if event.clocks else asked


def _clock_stopped(row: Row, event: ClockStopped, at: str) -> Row:
    clocks = put(row.clocks, event.seat, ClockSeen(event.bank_ms))
    return replace(row, clocks=clocks, deadline=_first_deadline(clocks))


def _time_given_back(row: Row, event: TimeGivenBack, at: str) -> Row:
    banks = tuple(
        clock and ClockSeen(ms) for clock, ms in zip(row.clocks, event.banks_ms, strict=True)
    )
    return _running(replace(row, clocks=banks), event.clocks)


def _running(row: Row, clocks: Iterable[SeatClock]) -> Row:
    """Return the row with these running clocks, and the first of their deadlines."""
    running = {clock.seat: seen_running(clock) for clock in clocks}
    seen = tuple(running.get(seat, clock) for seat, clock in enumerate(row.clocks))
    return replace(row, clocks=seen, deadline=_first_deadline(seen))


def _first_deadline(clocks: Iterable[ClockSeen | None]) -> Moment | None:
    return min((each.deadline for each in clocks if each and each.deadline), default=None)


def _forked(row: Row, event: TableForked, at: str) -> Row:
    return replace(
        row,
        id=event.table,
        host=event.player,
        players=tuple(event.player_at(seat) for seat in range(len(row.players))),
        bots=tuple(each.seat for each in event.bots),
        opened_at=at,
        started_at=at,
        deadline=None,
        clock=None,
        clocks=(),
        fork_of=event.of.table,
        resigned=(),
    )


def _closed(row: Row, event: TableClosed, at: str) -> Row:
    best = event.outcome.winners if event.outcome else ()
    # One person may hold two seats.
    winners = tuple(dict.fromkeys(row.players[seat] for seat in best))
    withheld = tuple(dict.fromkeys(row.players[seat] for seat in event.withheld))
    over = replace(row, status=event.reason, finished_at=at, awaited=(), deadline=None, clocks=())
    return replace(over, winners=winners, withheld=withheld)


CHANGES: dict[type[Event], Callable[[Row, Any, str], Row]] = {
    SeatTaken: _taken,
    SeatLeft: _left,
    TableStarted: _started,
    DecisionOpened: _asked,
    ClockStopped: _clock_stopped,
    TimeGivenBack: _time_given_back,
    DeadlineMoved: lambda row, event, _: replace(row, deadline=event.deadline),
    SeatResigned: lambda row, event, _: replace(row, resigned=(*row.resigned, event.seat)),
    TableForked: _forked,
    TableClosed: _closed,
}


FORM = b"1"  # of both parts; a digit, which JSON arrays do not begin with
MOVING = ("awaited", "deadline", "clocks")  # what moves change
LASTING = tuple(
    name for name in Row.__struct_fields__ if name not in (*MOVING, "id", "version")
)  # id and version are stored with the head


def _decoder(names: tuple[str, ...]) -> "json.Decoder[Any]":
    """Return a decoder of arrays of these fields of a row."""
    fields = [(name, get_type_hints(Row, include_extras=True)[name]) for name in names]
    return json.Decoder(msgspec.defstruct("RowPart", fields, array_like=True))


_lasting, _moving = _decoder(LASTING), _decoder(MOVING)
_rows, _values = json.Decoder(Row), attrgetter(*LASTING)


def encode_lasting(row: Row) -> bytes:
    """Return what indexes and the lobby need of a row, as it is stored."""
    return FORM + json.encode(_values(row))


def encode_moving(row: Row) -> bytes:
    """Return what moves change of a row, as it is stored."""
    return FORM + json.encode((row.awaited, row.deadline, row.clocks))


def has_own_form(parts: RowParts | None) -> bool:
    """Return whether a stored row has the form of this version of the server."""
    return parts is not None and all(part.startswith(FORM) for part in parts)


@lru_cache(maxsize=1_024)  # lists read the same rows again and again
def decode_row(table: TableId, version: int, parts: RowParts | None) -> Row | None:
    """Return a stored row; None if it is not there, or in another form."""
    if parts is None or not has_own_form(parts):
        return None
    try:
        lasting = _lasting.decode(parts.lasting[len(FORM) :])
        moving = _moving.decode(parts.moving[len(FORM) :])
    except msgspec.MsgspecError:
        return None
    return Row(id=table, version=version, **asdict(lasting), **asdict(moving))


def decode_archived_row(body: bytes) -> Row | None:
    """Return a row of the archive; None if another version of the server has written it."""
    try:
        return _rows.decode(body)
    except msgspec.MsgspecError:
        return None
