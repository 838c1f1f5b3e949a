"""The stored rows of the list of tables, with their indexes, in versions."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from application.ports.read_model import ReadModelStore
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


class TableListStore(ReadModelStore, Protocol):
    async def save(self, rows: Iterable[StoredRow], generation: str | None = None) -> None:
        """Save each row with its indexes, unless the same or a newer one is there."""

    async def find(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> list[bytes | None]:
        """Return the rows of these tables."""

    async def page(self, index: str, after: str | None, limit: int) -> list[bytes]:
        """Return up to `limit` rows in order, after the position `after`."""

    async def count(self, index: str) -> int:
        """Return the number of rows in an index."""

    async def drop_rows(self, rows: Iterable[StoredRow]) -> None:
        """Drop the rows of archived tables from every generation in use."""

    async def promote(self, generation: str) -> bool:
        """Serve this generation; False if another one was begun meanwhile."""
