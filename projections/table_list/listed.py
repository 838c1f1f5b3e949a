"""Rows as callers read them: with the names of their people."""

from collections.abc import Iterable

from msgspec import json

from domain.judging.rows.row import Row
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.messages import Value
from domain.table.bot_names import bot_name
from projections.seat_view.names import Kind, NamesOfPeople
from projections.table_list.indexes import indexes


class ListedSeat(Value, frozen=True):
    """A taken seat in a list. `name` is null after a person was erased."""

    seat: Seat
    player: PlayerId
    name: str | None
    """The name of the player; null after a person was erased."""
    kind: Kind
    """A person or a bot."""


class ListedTable(Row, frozen=True, kw_only=True):
    """A table in a list; `version` is the version of the table that the list has."""

    host_name: str | None
    """The name of the host; null if it was erased."""
    seats: tuple[ListedSeat, ...]
    """The seats that are taken."""


class KeptRow:
    """What lists work out of a row, once for all pages that show it."""

    __slots__ = ("_encoded", "_names", "indexes", "row")

    def __init__(self, row: Row) -> None:
        self.row = row
        self.indexes = frozenset(indexes(row))
        self._names: tuple[str | None, ...] = ()
        self._encoded = b""

    def encoded(self, names: NamesOfPeople) -> bytes:
        """Return the row with the names of its people, as JSON."""
        row = self.row
        shown = tuple([names[player] for player in (row.host, *row.players)])
        if shown != self._names:
            self._names, self._encoded = shown, json.encode(listed(row, names))
        return self._encoded


def people_in(rows: Iterable[Row]) -> set[PlayerId]:
    """Return everyone whose name is shown with these rows."""
    return {player for row in rows for player in (row.host, *row.players)}


def listed(row: Row, names: NamesOfPeople) -> ListedTable:
    """Return a row with the names of its people."""
    seats = tuple(
        ListedSeat(seat, player, bot_name(player), "bot")
        if seat in row.bots
        else ListedSeat(seat, player, names[player], "person")
        for seat, player in enumerate(row.players)
    )
    fields = {name: getattr(row, name) for name in row.__struct_fields__}
    return ListedTable(**fields, host_name=names[row.host], seats=seats)
