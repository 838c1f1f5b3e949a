"""Which streams are open at a table, over all processes.

A process that has ended without closing its streams is recognised by its lease, which it no longer
renews. So an open stream costs the store nothing while nothing changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.kernel.ids import TableId


class RoomChange(NamedTuple):
    """The streams that were opened and closed at one table."""

    table: TableId
    opened: Mapping[str, int]  # the name of a stream -> ms since 1970 at which it ends by itself
    closed: Iterable[str]


class Presence(Protocol):
    async def change(self, changes: Sequence[RoomChange], now_ms: int) -> None:
        """Store and announce what was opened and closed."""

    async def names(self, tables: Sequence[TableId], now_ms: int) -> list[list[str]]:
        """Return the streams that are open at each table, without those of ended processes."""

    async def renew_lease(self, now_ms: int, keep_ms: int) -> bool:
        """Keep the streams of this process for so long; return whether another one has ended."""

    async def announced(self) -> set[TableId]:
        """Return the tables at which other processes have changed something since the last call."""
