"""The stored rows of the list of tables, with their indexes, in versions."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, TypeAlias

from application.ports.notices import NewNotice
from application.ports.read_model import ReadModelStore
from domain.kernel.ids import TableId
from domain.kernel.messages import Value

NoticesOfTables: TypeAlias = Mapping[TableId, Sequence[NewNotice]]
NO_NOTICES: NoticesOfTables = MappingProxyType({})


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
    async def save(
        self,
        rows: Iterable[StoredRow],
        generation: str | None = None,
        notices: NoticesOfTables = NO_NOTICES,
    ) -> None:
        """Save each row with its indexes, unless the same or a newer one is there.

        Without a generation, notices of events that the row did not contain are published with it.
        """

    async def find(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> list[bytes | None]:
        """Return the rows of these tables."""

    async def page(
        self, index: str, after: str | None, limit: int, oldest_first: bool = False
    ) -> list[tuple[str, bytes]]:
        """Return position and body of up to `limit` rows in order, after the position `after`."""

    async def count(self, index: str) -> int:
        """Return the number of rows in an index."""

    async def drop_rows(self, rows: Iterable[StoredRow]) -> None:
        """Drop the rows of archived tables from every generation in use."""

    async def promote(self, generation: str) -> bool:
        """Serve this generation; False if another one was begun meanwhile."""
