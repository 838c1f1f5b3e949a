"""Notices of a commit and their receivers. A notice has ids and a version, no game data."""

from base64 import b32encode
from hashlib import sha256

from msgspec import json

from application.ports.webhooks import OF_ALL_TABLES, Delivery, Happening, Hook, Lobby, Own
from domain.judging.rows.notices import Kind, Notes
from domain.kernel.ids import Moment, PlayerId, TableId, rfc3339
from domain.kernel.messages import Value


class WebhookNotice(Value, frozen=True):
    event: Happening
    version: int
    at: Moment
    players: tuple[PlayerId, ...] = ()  # the people it concerns


class NoticeData(Value, frozen=True):
    """The webhook, the table and its version; read the table for more. A test has no table."""

    webhook: str
    """The id of the webhook that gets the notice."""
    table: TableId | None
    """The id of the table."""
    version: int | None
    """The version of the table: the number of its events so far."""


class Payload(Value, frozen=True):
    """The body of a notice."""

    type: Happening
    """What happened: your turn, or a table that started or finished."""
    timestamp: Moment
    data: NoticeData
    """The webhook, the table and its version."""


IN_LOBBY: dict[Kind, Lobby] = {
    "opened": "lobby_opened",
    "seat_taken": "lobby_seat_taken",
    "seat_left": "lobby_seat_left",
    "started": "lobby_started",
    "closed": "lobby_closed",
}
OWN: dict[Kind, Own] = {
    "rematch": "rematch",
    "started": "table_started",
    "your_turn": "your_turn",
    "closed": "table_finished",
}


def own_notices(notes: Notes) -> list[WebhookNotice]:
    """Return the notices of a commit for the people they concern."""
    at = rfc3339(notes.at)
    return [
        WebhookNotice(OWN[each.kind], each.version, at, each.players)
        for each in notes.notices
        if each.kind in OWN
    ]


def public_notices(notes: Notes, version: int) -> list[WebhookNotice]:
    """Return the notices of a commit for everybody: of the lobby, and that the feed has it."""
    at = rfc3339(notes.at)
    lobby = [
        WebhookNotice(IN_LOBBY[each.kind], each.version, at)
        for each in notes.notices
        if notes.public and each.kind in IN_LOBBY
    ]
    return [*lobby, WebhookNotice("feed", version, at)] if notes.status else lobby


def is_wanted(hook: Hook, notice: WebhookNotice, game: str) -> bool:
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


def delivery(hook: Hook, table: TableId, notice: WebhookNotice) -> Delivery:
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
