"""Notices of a commit and their receivers. A notice has ids and a version, no game data."""

from base64 import b32encode
from collections.abc import Container, Sequence
from hashlib import sha256

from msgspec import json

from application.ports.webhooks import OF_ALL_TABLES, Delivery, Happening, Hook, Lobby
from domain.judging.codec import RecordedEvent
from domain.kernel.ids import Moment, PlayerId, Seat, TableId
from domain.kernel.messages import Event, Value
from domain.table.clock_events import DecisionOpened
from domain.table.end_events import TableClosed
from domain.table.opening_events import SeatLeft, SeatTaken, TableOpened, TableStarted


class Notice(Value, frozen=True):
    event: Happening
    version: int
    at: Moment
    players: tuple[PlayerId, ...]  # the players it concerns


class NoticeData(Value, frozen=True):
    """The webhook, the table and its version; read the table for more. A test has no table."""

    webhook: str
    table: TableId | None
    version: int | None


class Payload(Value, frozen=True):
    """The body of a notice."""

    type: Happening
    timestamp: Moment
    data: NoticeData


LOBBY_NOTICES: dict[type[object], Lobby] = {
    TableOpened: "lobby_opened",
    SeatTaken: "lobby_seat_taken",
    SeatLeft: "lobby_seat_left",
    TableStarted: "lobby_started",
    TableClosed: "lobby_closed",
}


def lobby_notices(events: Sequence[RecordedEvent]) -> list[Notice]:
    """Return the notices about a public table for those who watch the lobby."""
    return [
        _notice(LOBBY_NOTICES[type(each.event)], each, ())
        for each in events
        if type(each.event) in LOBBY_NOTICES
    ]


def feed_notice(events: Sequence[RecordedEvent]) -> Notice:
    """Return the notice that the public feed has the events of a commit."""
    return _notice("feed", events[-1], ())


def invited(event: Event) -> tuple[PlayerId, ...]:
    """Return the people for whom a new table keeps a place: at a rematch, all but its host."""
    if not isinstance(event, TableOpened) or event.rematch is None:
        return ()
    people = (place.player for place in event.rematch.places if place.bot is None)
    return tuple(player for player in people if player != event.host)


def notices(
    events: Sequence[RecordedEvent],
    players: Sequence[PlayerId],
    resigned: Container[Seat] = (),
) -> list[Notice]:
    """Return the notices of one commit; only the last decision in it is still open.

    The server decides for seats that have resigned.
    """
    found: list[Notice] = []
    question: Notice | None = None
    for recorded in events:
        match recorded.event:
            case TableOpened() as opened if others := invited(opened):
                found.append(_notice("rematch", recorded, others))
            case TableStarted():
                found.append(_notice("table_started", recorded, players))
            case DecisionOpened(seats=seats):
                question = _notice(
                    "your_turn", recorded, [players[seat] for seat in seats if seat not in resigned]
                )
            case TableClosed():
                question = None
                found.append(_notice("table_finished", recorded, players))
    return found if question is None else [*found, question]


def is_wanted(hook: Hook, notice: Notice, game: str) -> bool:
    """Return whether a webhook gets this notice: its owner's, or public ones of its table."""
    about = hook.about
    if notice.event not in about.events or hook.disabled is not None:
        return False
    if about.games and game not in about.games:
        return False
    if notice.event in OF_ALL_TABLES:
        return True
    own = hook.about.owner in notice.players
    return own or (hook.about.table is not None and notice.event != "your_turn")


def delivery(hook: Hook, table: TableId, notice: Notice) -> Delivery:
    """Return the delivery of a notice; the same notice has the same id, so it is sent once."""
    name = f"{hook.id}|{table}|{notice.version}|{notice.event}"
    word = b32encode(sha256(name.encode()).digest()[:15]).decode().lower()
    return Delivery(
        id=f"msg_{word}",
        event=notice.event,
        table=table,
        version=notice.version,
        at=notice.at,
    )


def test_delivery(word: str, at: Moment) -> Delivery:
    """Return a delivery that only shows whether the address of a webhook responds."""
    return Delivery(id=f"msg_{word[:24]}", event="test", table=None, version=None, at=at)


def payload(hook: Hook, sent: Delivery) -> bytes:
    return json.encode(Payload(sent.event, sent.at, NoticeData(hook.id, sent.table, sent.version)))


def _notice(event: Happening, recorded: RecordedEvent, players: Sequence[PlayerId]) -> Notice:
    return Notice(event, recorded.version, recorded.at, tuple(dict.fromkeys(players)))
