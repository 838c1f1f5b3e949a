"""Every table in the store, for rebuilds and scrubs."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from domain.kernel.ids import TableId


class TableScan(Protocol):
    def tables(self) -> AsyncIterator[TableId]:
        """Yield every table once."""

    def batches(self, size: int) -> AsyncIterator[list[TableId]]:
        """Yield every table once, `size` at a time."""

    async def last_events(self, tables: Sequence[TableId]) -> list[bytes]:
        """Return the last stored event of each table; empty if there is none."""
