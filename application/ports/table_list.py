"""The indexes of the list of tables, in versions; the rows are stored with their tables."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from application.ports.feeds import FeedEntry, Move
from application.ports.notices import NewNotice
from application.ports.read_model import ReadModelStore
from domain.kernel.ids import TableId
from domain.kernel.messages import Value


class StoredRow(Value, frozen=True):
    """Where a table stands in the lists, and what the archive stores of its row."""

    table: TableId
    version: int
    order: str  # rows are listed by this, the greatest first; it never changes
    body: bytes  # empty where the row is with its table
    indexes: tuple[str, ...]

    @property
    def position(self) -> str:
        """The position in every index, which is also the cursor."""
        return list_position(self.order, self.table)

    @property
    def place(self) -> str:
        """The version and the indexes, as the list stores them."""
        return " ".join((str(self.version), *self.indexes))


def list_position(order: str, table: TableId) -> str:
    """Return the position of a row in every index, which is also its cursor."""
    return f"{order}|{table}"


class PageQuery(NamedTuple):
    """Commands for the store, and what makes from their replies how many commits the list has
    taken, and the positions of tables."""

    commands: tuple[tuple[str | bytes | int, ...], ...]
    read: Callable[[Any], tuple[int, list[str]]]


class TableListStore(ReadModelStore, Protocol):
    async def save(
        self,
        rows: Iterable[StoredRow],
        generation: str | None = None,
        notices: Sequence[NewNotice] = (),
        shown: Sequence[FeedEntry] = (),
        move: Move | None = None,
    ) -> None:
        """Put tables into their indexes, unless they are there with the same or a newer version.

        Notices are published, commits are added to the public feed, and the reader moves on, in
        the same step; raises Overtaken if
        another reader was faster.
        """

    async def places(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> list[bytes | None]:
        """Return the version and the indexes of these tables, as they are stored."""

    async def has_taken(self, table: TableId) -> bool:
        """Return whether the indexes have the table as it is now."""

    async def page(
        self, index: str, after: str | None, limit: int, oldest_first: bool = False
    ) -> list[tuple[str, bytes | None]]:
        """Return the positions of up to `limit` tables in order, after the position `after`.

        The row of a table that is in the archive comes with it.
        """

    def page_query(self, index: str, limit: int) -> "PageQuery | None":
        """Return how to read the first page of an index without waiting; None if it cannot be.

        It leaves out what is in the archive.
        """
        return None

    async def count(self, index: str) -> int:
        """Return the number of tables in an index."""

    async def drop_rows(self, rows: Iterable[StoredRow]) -> None:
        """Take archived tables out of every generation in use."""

    async def promote(self, generation: str) -> bool:
        """Serve this generation; False if another one was begun meanwhile."""
