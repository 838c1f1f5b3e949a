"""The public row of a table, folded from its events one by one."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from domain.judging.codec import RecordedEvent
from domain.kernel.ids import Moment, PlayerId, Seat, TableId
from domain.kernel.messages import Event, Value
from domain.table.commands import Watch
from domain.table.events import (
    DeadlineMoved,
    DecisionOpened,
    SeatLeft,
    SeatTaken,
    TableClosed,
    TableForked,
    TableOpened,
    TableStarted,
)
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
    size: int  # how many may sit
    players: tuple[PlayerId, ...]  # by seat
    bots: tuple[Seat, ...] = ()  # the seats of bots
    opened_at: Moment
    started_at: Moment | None = None
    finished_at: Moment | None = None
    awaited: tuple[Seat, ...] = ()  # the seats of the open decision
    deadline: Moment | None = None
    winners: tuple[PlayerId, ...] = ()
    withheld: tuple[PlayerId, ...] = ()  # players who did not reveal their sealed luck
    fork_of: TableId | None = None  # a what-if: nothing is won there
    sandbox: bool = False  # a table for developers: nothing is won there


def fold_event(before: Row | None, recorded: RecordedEvent) -> Row:
    """Return the row after one more event; a hidden event changes only the version."""
    event = recorded.event
    if before is None:
        assert isinstance(event, TableOpened)
        return _opened(recorded, event)
    change = CHANGES.get(type(event))
    changed = before if change is None else change(before, event, recorded.at)
    return replace(changed, version=recorded.version)


def fold_row(before: Row | None, history: Iterable[RecordedEvent]) -> Row | None:
    """Return the row after these events; those it already contains are skipped."""
    for recorded in history:
        if before is None or recorded.version == before.version + 1:
            before = fold_event(before, recorded)
    return before


def is_public(row: Row) -> bool:
    return not row.private


def index(game: str | None = None, status: str | None = None, player: str | None = None) -> str:
    """Return the narrowest index that holds every row of this kind."""
    if player is not None:
        return f"player:{player}"
    named = (("game", game), ("status", status))
    return "+".join(f"{name}:{value}" for name, value in named if value is not None) or "all"


def indexes(row: Row) -> tuple[str, ...]:
    """Return the indexes of a row; a private table is found only by its players and its host."""
    withheld = map(withheld_by, row.withheld)
    if not is_public(row):
        own = (index(player=player) for player in dict.fromkeys((*row.players, row.host)))
        return (*own, *withheld)
    kinds = ((None, None), (None, row.status), (row.game, None), (row.game, row.status))
    people = (index(player=player) for player in dict.fromkeys(row.players))
    return (*(index(*kind) for kind in kinds), *people, *withheld)


def withheld_by(player: PlayerId) -> str:
    """Return the index of the tables at which a player did not reveal the sealed luck."""
    return f"withheld:{player}"


def _opened(recorded: RecordedEvent, event: TableOpened) -> Row:
    return Row(
        id=event.table,
        game=event.game,
        status="open",
        version=recorded.version,
        host=event.host,
        private=event.private,
        watch=event.watch,
        size=event.seats,
        players=(),
        opened_at=recorded.at,
        sandbox=event.sandbox is not None,
    )


def _taken(row: Row, event: SeatTaken, at: str) -> Row:
    bots = row.bots if event.bot is None else (*row.bots, event.seat)
    return replace(row, players=(*row.players, event.player), bots=bots)


def _left(row: Row, event: SeatLeft, at: str) -> Row:
    players = row.players[: event.seat] + row.players[event.seat + 1 :]
    bots = tuple(seat - (seat > event.seat) for seat in row.bots if seat != event.seat)
    return replace(row, players=players, bots=bots)


def _started(row: Row, event: TableStarted, at: str) -> Row:
    return replace(row, status="running", started_at=at)


def _asked(row: Row, event: DecisionOpened, at: str) -> Row:
    return replace(row, awaited=event.seats, deadline=event.deadline)


def _deadline_moved(row: Row, event: DeadlineMoved, at: str) -> Row:
    return replace(row, deadline=event.deadline)


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
        fork_of=event.of.table,
    )


def _closed(row: Row, event: TableClosed, at: str) -> Row:
    best = event.outcome.winners if event.outcome else ()
    # One person may hold two seats.
    winners = tuple(dict.fromkeys(row.players[seat] for seat in best))
    withheld = tuple(dict.fromkeys(row.players[seat] for seat in event.withheld))
    over = replace(row, status=event.reason, finished_at=at, awaited=(), deadline=None)
    return replace(over, winners=winners, withheld=withheld)


CHANGES: dict[type[Event], Callable[[Row, Any, str], Row]] = {
    SeatTaken: _taken,
    SeatLeft: _left,
    TableStarted: _started,
    DecisionOpened: _asked,
    DeadlineMoved: _deadline_moved,
    TableForked: _forked,
    TableClosed: _closed,
}
