"""What is told of a commit, and to whom: ids and versions, and nothing of the play."""

from base64 import b32encode
from collections.abc import Sequence
from hashlib import sha256

from msgspec import json

from application.ports.webhooks import Delivery, Happening, Hook
from domain.judging.codec import RecordedEvent
from domain.kernel.ids import Moment, PlayerId, TableId
from domain.kernel.messages import Value
from domain.table.events import DecisionOpened, TableClosed, TableStarted


class Notice(Value, frozen=True):
    event: Happening
    version: int
    at: Moment
    players: tuple[PlayerId, ...]  # whom it concerns


class Told(Value, frozen=True):
    """What a notice is about; fetch the table to learn more."""

    webhook: str
    table: TableId
    version: int


class Payload(Value, frozen=True):
    """The body of a delivery."""

    type: Happening
    timestamp: Moment
    data: Told


def concerns(events: Sequence[RecordedEvent]) -> bool:
    """Is there anything to tell of this commit?"""
    return any(isinstance(h.event, DecisionOpened | TableStarted | TableClosed) for h in events)


def notices(events: Sequence[RecordedEvent], players: Sequence[PlayerId]) -> list[Notice]:
    """Of one commit, whose table these players sit at; only the last question is still open."""
    told: list[Notice] = []
    question: Notice | None = None
    for recorded in events:
        match recorded.event:
            case TableStarted():
                told.append(_notice("table_started", recorded, players))
            case DecisionOpened(seats=seats):
                question = _notice("your_turn", recorded, [players[seat] for seat in seats])
            case TableClosed():
                question = None
                told.append(_notice("table_finished", recorded, players))
    return told if question is None else [*told, question]


def wanted(hook: Hook, notice: Notice) -> bool:
    """One's own turns; of a table that was named also what everybody hears."""
    if notice.event not in hook.about.events or hook.disabled is not None:
        return False
    own = hook.about.owner in notice.players
    return own or (hook.about.table is not None and notice.event != "your_turn")


def delivery(hook: Hook, table: TableId, notice: Notice) -> Delivery:
    """The same notice has the same id, so that nobody hears it twice."""
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
    return json.encode(Payload(sent.event, sent.at, Told(hook.id, sent.table, sent.version)))


def _notice(event: Happening, recorded: RecordedEvent, players: Sequence[PlayerId]) -> Notice:
    return Notice(event, recorded.version, recorded.at, tuple(dict.fromkeys(players)))
