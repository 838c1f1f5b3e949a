"""The stored rows of the list of tables, with their indexes, in versions."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Protocol

from domain.kernel.ids import TableId
from domain.kernel.messages import Value


class StoredRow(Value, frozen=True):
    """A row as it is stored; its version is the version of its table."""

    table: TableId
    version: int
    order: str  # rows are listed by this, the greatest first; it never changes
    body: bytes
    indexes: tuple[str, ...]


def list_position(order: str, table: TableId) -> str:
    """Return the position of a row in every index, which is also its cursor."""
    return f"{order}|{table}"


class TableListStore(Protocol):
    async def generation(self) -> str:
        """Return the generation that is served."""

    async def position(self, generation: str | None = None) -> int:
        """Return how far a generation (by default the one that is served) has come."""

    async def begin(self) -> str:
        """Begin a new, empty generation and return its name."""

    async def drop(self, generation: str) -> None:
        """Delete a generation that is neither served nor being built."""

    def each(self, generation: str) -> AsyncIterator[list[tuple[str, bytes]]]:
        """Yield all rows of a generation by table, some at a time; a row may come twice."""

    async def save(self, rows: Iterable[StoredRow], generation: str | None = None) -> None:
        """Save each row with its indexes, unless the same or a newer one is there."""

    async def find(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> list[bytes | None]:
        """Return the rows of these tables."""

    async def page(self, index: str, after: str | None, limit: int) -> list[bytes]:
        """Return up to `limit` rows in order, after the position `after`."""

    async def promote(self, generation: str) -> bool:
        """Serve this generation; False if another one was begun meanwhile."""
