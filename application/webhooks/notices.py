"""Notices of a commit and their receivers. A notice has ids and a version, no game data."""

from base64 import b32encode
from collections.abc import Container, Sequence
from hashlib import sha256

from msgspec import json

from application.ports.webhooks import Delivery, Happening, Hook
from domain.judging.codec import RecordedEvent
from domain.kernel.ids import Moment, PlayerId, Seat, TableId
from domain.kernel.messages import Event, Value
from domain.table.events import DecisionOpened, TableClosed, TableOpened, TableStarted

CAUSES = (DecisionOpened, TableStarted, TableClosed)


class Notice(Value, frozen=True):
    event: Happening
    version: int
    at: Moment
    players: tuple[PlayerId, ...]  # the players it concerns


class NoticeData(Value, frozen=True):
    """The webhook, the table and its version; read the table for more."""

    webhook: str
    table: TableId
    version: int


class Payload(Value, frozen=True):
    """The body of a notice."""

    type: Happening
    timestamp: Moment
    data: NoticeData


def causes_notices(events: Sequence[RecordedEvent]) -> bool:
    """Return whether this commit causes any notice."""
    return any(isinstance(h.event, CAUSES) or invited(h.event) for h in events)


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


def is_wanted(hook: Hook, notice: Notice) -> bool:
    """Return whether a webhook gets this notice: its owner's, or public ones of its table."""
    if notice.event not in hook.about.events or hook.disabled is not None:
        return False
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


def payload(hook: Hook, sent: Delivery) -> bytes:
    return json.encode(Payload(sent.event, sent.at, NoticeData(hook.id, sent.table, sent.version)))


def _notice(event: Happening, recorded: RecordedEvent, players: Sequence[PlayerId]) -> Notice:
    return Notice(event, recorded.version, recorded.at, tuple(dict.fromkeys(players)))
