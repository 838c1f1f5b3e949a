"""Tables as callers see them, encoded once for all who see the same."""

from collections import OrderedDict
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from api.transport.answer import PRIVATE, Answer, encoded_headers, has_copy
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.table.state import Open, Running, seats_of
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.view import TableAtVersion, describe_table, encode

MOST_BYTES = 32 * 1024 * 1024  # of all views that a process keeps
OVERHEAD = 2048  # bytes of a view beside its body, about
JSON = (b"content-type", b"application/json")
Key: TypeAlias = tuple[object, ...]


class ShownTable(NamedTuple):
    """A table as one caller sees it, and the answer to a caller who has the same already."""

    tag: str
    answer: Answer
    not_modified: Answer

    def to(self, if_none_match: str | None) -> Answer:
        """Return the answer to a conditional request."""
        return self.not_modified if has_copy(if_none_match, self.tag) else self.answer


def show_table(
    seen: TableAtVersion,
    player: PlayerId | None,
    seat: Seat | None,
    people: NamesOfPeople,
    rematch: TableId | None = None,
    page: str = "/",
) -> ShownTable:
    """Return a table as this player may see it, with the view of this seat."""
    table = describe_table(seen, player, seat, people, rematch, page)
    tag = table_tag(seen.version, people, rematch)
    headers = encoded_headers({**PRIVATE, "ETag": f'"{tag}"'})
    answer = Answer(200, [*headers, JSON], encode(table))
    return ShownTable(tag, answer, Answer(304, headers, b""))


def table_tag(version: int, people: NamesOfPeople, rematch: TableId | None) -> str:
    """Return the tag of a table: its version, a digest of its players' names, and its rematch."""
    names = sha256(encode(tuple(people.values()))).hexdigest()[:8] if people else None
    return "-".join(str(part) for part in (version, names, rematch) if part is not None)


class KeptViews:
    """Views of tables at their latest version; the least recently used tables are dropped."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._tables: OrderedDict[TableId, tuple[bytes, dict[Key, ShownTable]]] = OrderedDict()
        self.bytes = 0

    def show(
        self,
        seen: TableAtVersion,
        player: PlayerId | None,
        seat: Seat | None,
        people: NamesOfPeople,
        page: str,
    ) -> ShownTable:
        """Return the latest version of a table that is not closed, as this player may see it."""
        state = seen.state
        assert isinstance(state, Open | Running)
        seats = seats_of(state, player) if player else ()
        key = (seats, seat, player == state.setup.host, page, *people.values())
        views = self._views_at(seen)
        if (shown := views.get(key)) is None:
            shown = views[key] = show_table(seen, player, seat, people, None, page)
            self._add(len(shown.answer.body) + OVERHEAD)
        return shown

    def _views_at(self, seen: TableAtVersion) -> dict[Key, ShownTable]:
        """Return the views of this version; those of another one are dropped."""
        head, views = self._tables.get(seen.table, (b"", {}))
        if head == seen.head:
            self._tables.move_to_end(seen.table)
            return views
        self._drop(views)
        views = {}
        self._tables[seen.table] = (seen.head, views)
        self._tables.move_to_end(seen.table)
        return views

    def _add(self, size: int) -> None:
        self.bytes += size
        while self.bytes > self._most and self._tables:
            _, (_, views) = self._tables.popitem(last=False)
            self._drop(views)

    def _drop(self, views: dict[Key, ShownTable]) -> None:
        self.bytes -= sum(len(each.answer.body) + OVERHEAD for each in views.values())
