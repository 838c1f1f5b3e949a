"""What scrub finds in the store."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from application.ports.feeds import Id
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from store.feeds.positions import parse_id


class KeyFault(Value, frozen=True):
    """A key that has an unknown name, the wrong type, or a content without form."""

    key: str
    kind: str
    why: str
    table: TableId | None
    is_source: bool


class FoundEntry(NamedTuple):
    """An entry of a feed; `table` is empty if it is unreadable."""

    entry_id: str
    table: TableId
    first: int
    last: int
    taken: frozenset[str]  # the readers that have processed it


class ModelContents(Value, frozen=True):
    """All keys of one generation of a read model, and those that say which one it is."""

    generation: str
    building: str  # the generation that is being built, or empty
    begun: str  # how many generations were begun, as it is stored
    before: str  # the position before the rest was read
    after: str  # the position afterwards
    rows: Mapping[str, bytes]
    places: Mapping[str, bytes]
    indexes: Mapping[str, frozenset[str]]
    index_names: frozenset[str]


def feed_line(id_: bytes, fields: Sequence[bytes], taken: Sequence[tuple[str, Id]]) -> FoundEntry:
    """Return an entry of a feed; `taken` is how far each reader has come."""
    place = parse_id(id_)
    groups = frozenset([name for name, until in taken if place <= until])
    try:
        (t, table, f, first, l_, last) = fields[:6]
        if (t, f, l_) == (b"t", b"f", b"l"):
            return FoundEntry(id_.decode(), table.decode(), int(first), int(last), groups)
    except ValueError:
        pass
    return FoundEntry(id_.decode(), "", 0, 0, groups)
