"""The notices that new events of a table cause, folded together with its row."""

from collections.abc import Iterable

from msgspec import json

from application.ports.notices import NewNotice
from domain.judging.codec import RecordedEvent
from domain.judging.row import Row, fold_event
from domain.kernel.ids import PlayerId, Seat
from domain.table.clock_events import DecisionOpened
from domain.table.commands import Rematch
from domain.table.end_events import TableClosed, TableForked
from domain.table.opening_events import SeatLeft, SeatTaken, TableOpened, TableStarted
from projections.notices.notice import LOBBY, LobbyEvent, OwnEvent, OwnNotice, StoredLobbyNotice
from projections.table_list.indexes import is_public

LOBBY_EVENTS: dict[type[object], LobbyEvent] = {
    TableOpened: "opened",
    TableForked: "opened",
    SeatTaken: "seat_taken",
    SeatLeft: "seat_left",
    TableStarted: "started",
    TableClosed: "closed",
}


def fold_notices(
    before: Row | None, history: Iterable[RecordedEvent]
) -> tuple[Row | None, list[NewNotice]]:
    """Return the row after these events and the notices they cause, in order.

    A decision that was answered within these events causes none. What came before a fork happened
    at another table.
    """
    found: list[NewNotice] = []
    turn: NewNotice | None = None
    for recorded in history:
        if before is not None and recorded.version != before.version + 1:
            continue
        before = fold_event(before, recorded)
        event = recorded.event
        if isinstance(event, TableForked):
            found, turn = [], None
        if type(event) in LOBBY_EVENTS and is_public(before):
            found.append(_lobby(LOBBY_EVENTS[type(event)], recorded, before))
        match event:
            case TableOpened(rematch=Rematch(places=places)):
                people = [each.player for each in places if each.bot is None]
                others = [player for player in people if player != before.host]
                found.append(_to(others, "rematch", recorded, before))
            case DecisionOpened(seats=seats):
                asked = [seat for seat in seats if seat not in before.resigned]
                turn = _own("your_turn", recorded, before, asked)
            case TableStarted():
                found.append(_own("started", recorded, before, range(len(before.players))))
            case TableClosed():
                turn = None
                found.append(_own("finished", recorded, before, range(len(before.players))))
    notices = found if turn is None else [*found, turn]
    return before, [each for each in notices if each.subjects]


def _lobby(kind: LobbyEvent, recorded: RecordedEvent, row: Row) -> NewNotice:
    body = StoredLobbyNotice(kind, recorded.at, row)
    return NewNotice(recorded.version, (LOBBY,), json.encode(body))


def _own(kind: OwnEvent, recorded: RecordedEvent, row: Row, seats: Iterable[Seat]) -> NewNotice:
    """Return a notice for the people in these seats; bots get none."""
    people = [row.players[seat] for seat in seats if seat not in row.bots]
    return _to(people, kind, recorded, row)


def _to(people: Iterable[PlayerId], kind: OwnEvent, recorded: RecordedEvent, row: Row) -> NewNotice:
    body = OwnNotice(
        type=kind,
        at=recorded.at,
        game=row.game,
        table=row.id,
        version=recorded.version,
        status=row.status,
        deadline=row.deadline if kind == "your_turn" else None,
    )
    return NewNotice(recorded.version, tuple(dict.fromkeys(people)), json.encode(body))
