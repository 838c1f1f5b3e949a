"""Which tables a list shows, in which order, and the index that holds them."""

import re
from typing import Any, Literal, TypeAlias

from msgspec import json

from domain.judging.rows.row import Row
from domain.kernel.ids import ID_PATTERN, MOST_SEATS, PlayerId
from domain.kernel.messages import Value
from domain.table.state import Status
from projections.cursor import decode_cursor, encode_cursor
from projections.table_list.indexes import index, is_public, playing, with_players

Sort: TypeAlias = Literal["newest", "oldest", "players"]
_POSITION = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\|" + ID_PATTERN
POSITION = re.compile(_POSITION, re.ASCII)
FULLEST = re.compile(rf"([0-{MOST_SEATS}])\|({_POSITION})", re.ASCII)


class Filters(Value, frozen=True, kw_only=True):
    """What a caller wants to see; a private table is shown to its own people only."""

    game: str | None = None
    status: Status | None = None
    player: PlayerId | None = None  # has a seat there
    asker: PlayerId | None = None
    mine: bool = False  # only tables of the asker
    turn: bool = False  # only where the asker must decide
    free: bool | None = None  # whether a seat is free
    bots: bool | None = None  # whether a bot has a seat
    options: tuple[tuple[str, str], ...] = ()  # names and values
    sort: Sort = "newest"

    @property
    def own(self) -> bool:
        """Return whether only tables of the asker are wanted: then private ones are listed, too."""
        named = self.player is not None and self.player == self.asker
        return self.mine or self.turn or named

    def wants(self, row: Row) -> bool:
        return (
            (is_public(row) or self.own)
            and (self.player is None or _takes_part(row, self.player))
            and (not self.own or _takes_part(row, self.asker))
            and self.game in (None, row.game)
            and self.status in (None, row.status)
            and (not self.turn or _awaits(row, self.asker))
            and self.free in (None, _has_free_seat(row))
            and self.bots in (None, bool(row.bots))
            and all(_has_option(row, name, value) for name, value in self.options)
        )


EVERYTHING = Filters()


def begin(filters: Filters, cursor: str | None) -> tuple[str, str | None]:
    """Return the index to read, and the position to read after; ValueError for a bad cursor."""
    if filters.sort == "players":
        if cursor is None:
            return with_players(filters.game, MOST_SEATS), None
        parts = FULLEST.fullmatch(decode_cursor(cursor, FULLEST))
        assert parts is not None
        return with_players(filters.game, int(parts[1])), parts[2]
    after = None if cursor is None else decode_cursor(cursor, POSITION)
    return _narrowest(filters), after


def index_after(filters: Filters, read: str) -> str | None:
    """Return the index that continues the list after this one."""
    if filters.sort != "players" or (players := _players_of(read)) == 0:
        return None
    return with_players(filters.game, players - 1)


def encode_position(filters: Filters, read: str, position: str) -> str:
    """Return the cursor of what follows a position of this index."""
    if filters.sort == "players":
        return encode_cursor(f"{_players_of(read)}|{position}")
    return encode_cursor(position)


def _narrowest(filters: Filters) -> str:
    player = filters.asker if filters.own else filters.player
    if player is None:
        open_only = filters.free and filters.status is None
        return index(filters.game, "open" if open_only else filters.status)
    unfinished = filters.turn or filters.free or filters.status in ("open", "running")
    return playing(player) if unfinished else index(player=player)


def _players_of(read: str) -> int:
    return int(read.rpartition(":")[2])


def _has_free_seat(row: Row) -> bool:
    return row.status == "open" and len(row.players) < row.size and row.rematch_of is None


def _takes_part(row: Row, player: PlayerId | None) -> bool:
    return player in row.players or (row.private and player == row.host)


def _awaits(row: Row, player: PlayerId | None) -> bool:
    return any(row.players[seat] == player for seat in row.awaited if seat not in row.resigned)


def _has_option(row: Row, name: str, value: str) -> bool:
    options: Any = row.options
    if not isinstance(options, dict) or name not in options:
        return False
    chosen = options[name]
    return (chosen if isinstance(chosen, str) else json.encode(chosen).decode()) == value
