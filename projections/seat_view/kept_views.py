"""What was made of tables at their latest version, kept until they go on."""

from collections.abc import Hashable
from typing import Any

from application.lib.lru import Lru
from domain.kernel.ids import TableId

MOST_BYTES = 32 * 1024 * 1024  # of all that a process keeps
OVERHEAD = 1024  # bytes of a value beside its size, about


class _Kept:
    __slots__ = ("head", "size", "values")

    def __init__(self, head: bytes) -> None:
        self.head = head
        self.size = 0
        self.values: dict[Hashable, Any] = {}


class KeptViews:
    """Values by table, head and key; the tables that were not used for longest are dropped."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._tables: Lru[TableId, _Kept] = Lru(most, _size)

    @property
    def kept_bytes(self) -> int:
        return self._tables.weight

    def get(self, table: TableId, head: bytes, key: Hashable) -> Any:
        """Return a value that is kept for this head, else None."""
        kept = self._tables.get(table)
        if kept is None or kept.head != head:
            return None
        self._tables.move_to_end(table)
        return kept.values.get(key)

    def keep(self, table: TableId, head: bytes, key: Hashable, value: Any, size: int = 0) -> None:
        """Keep a value of so many bytes; what is kept for another head of the table is dropped."""
        kept = self._tables.drop(table)
        if kept is None or kept.head != head:
            kept = _Kept(head)
        if key not in kept.values:
            kept.size += size + OVERHEAD
        kept.values[key] = value
        if kept.size <= self._most:
            self._tables.put(table, kept)


def _size(kept: _Kept) -> int:
    return kept.size
