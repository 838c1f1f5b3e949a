"""Notices of tables as streams show them: to the lobby, and to the people they concern."""

from typing import get_args

from msgspec import json

from application.ports.notices import NewNotice
from domain.judging.rows.notices import Kind, Notes, Notice
from domain.judging.rows.row import Row
from domain.kernel.ids import TableId, rfc3339
from projections.notices.notice import LOBBY, LobbyEvent, OwnEvent, OwnNotice, StoredLobbyNotice

IN_LOBBY: dict[Kind, LobbyEvent] = {event: event for event in get_args(LobbyEvent)}
OWN: dict[Kind, OwnEvent] = {
    "rematch": "rematch",
    "started": "started",
    "your_turn": "your_turn",
    "closed": "finished",
}


def rendered(table: TableId, notes: Notes, row: Row | None) -> list[NewNotice]:
    """Return the notices of a commit; without a row the table is gone, and only turns are left.

    The row is the one of now, as the list has it.
    """
    found: list[NewNotice] = []
    for notice in notes.notices:
        if notes.public and row is not None and notice.kind in IN_LOBBY:
            lobby = StoredLobbyNotice(IN_LOBBY[notice.kind], rfc3339(notes.at), row)
            found.append(NewNotice((LOBBY,), json.encode(lobby)))
        if notice.players and notice.kind in OWN:
            found.append(NewNotice(notice.players, json.encode(_own(table, notes, notice, row))))
    return found


def _own(table: TableId, notes: Notes, notice: Notice, row: Row | None) -> OwnNotice:
    status = row.status if row is not None and notice.kind == "closed" else "running"
    return OwnNotice(
        type=OWN[notice.kind],
        at=rfc3339(notes.at),
        game=notes.game,
        table=table,
        version=notice.version,
        status="open" if notice.kind == "rematch" else status,
        deadline=None if notice.deadline is None else rfc3339(notice.deadline),
    )
