"""Every table in the store, for rebuilds and scrubs."""

from collections.abc import AsyncIterator
from typing import Protocol

from domain.kernel.ids import TableId


class TableScan(Protocol):
    def tables(self) -> AsyncIterator[TableId]:
        """Yield every table once."""

    def batches(self, size: int) -> AsyncIterator[list[TableId]]:
        """Yield every table once, `size` at a time."""
