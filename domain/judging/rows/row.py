"""The row of a table: what lists show of it, folded from its events, and how it is stored.

It is stored beside the head of its table, in two parts: what indexes need, and what moves change.
Both begin with the number of their form. A row in another form is folded from the events.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import json
from msgspec.structs import replace

from domain.judging.codec import RecordedEvent, time_of
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
    """The key of the game."""
    status: Status
    """The status of the table."""
    version: int
    """The version of the table: the number of its events so far."""
    host: PlayerId
    private: bool
    """Whether only the host, the players and the invited see the table."""
    watch: Watch = "everyone"  # who may watch the game
    """Who may watch the game: `everyone`, the `invited`, or `nobody` before the end."""
    options: Any = None  # of the game, by name
    """The options that the host chose."""
    clock: Clock = None
    """The clock of the table; null for no limit."""
    size: int  # how many may sit
    """How many seats there are."""
    players: tuple[PlayerId, ...]  # by seat
    """Ids of the players, by seat."""
    bots: tuple[Seat, ...] = ()  # the seats of bots
    """The seats of bots."""
    opened_at: Moment
    started_at: Moment | None = None
    """When the game started."""
    finished_at: Moment | None = None
    """When the table closed."""
    awaited: tuple[Seat, ...] = ()  # the seats of the open decision
    """The seats that must decide."""
    deadline: Moment | None = None
    """When the time to decide ends; null without a clock."""
    clocks: tuple[ClockSeen | None, ...] = ()  # by seat, where people have banks; null for a bot
    """The clocks by seat, null for a bot; empty unless seats have banks."""
    winners: tuple[PlayerId, ...] = ()
    """Ids of the winners."""
    withheld: tuple[PlayerId, ...] = ()  # players who did not reveal their sealed luck
    """The players that did not reveal their share of the luck."""
    fork_of: TableId | None = None  # a what-if: nothing is won there
    """The table that this one left."""
    sandbox: bool = False  # a table for developers: nothing is won there
    """Whether it is a sandbox, a table for tests of clients."""
    rematch_of: TableId | None = None  # its seats are kept for the players of that table
    """The id of the table that this one repeats; null if it is no rematch."""
    resigned: tuple[Seat, ...] = ()  # the seats that resigned
    """The seats that have resigned."""


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
