"""The archive of closed tables: what is kept of each, and who puts it there."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from application.ports.table_list import StoredRow
from domain.judging.stored import Stored
from domain.kernel.ids import TableId
from domain.kernel.messages import Value


class ArchivePlace(NamedTuple):
    """Where the archive is: its URL or folder, and the file of this machine's index."""

    url: str
    index_file: str


class Archived(Value, frozen=True):
    """What the archive knows about a table beside its history."""

    row: StoredRow
    head: bytes
    result: bytes  # for the leaderboards: JSON, `null` if the table does not count
    place: int | None  # in the order of finished tables
    logged: Mapping[str, str]  # kind of an entry in the public log -> its place

    @property
    def table(self) -> TableId:
        return self.row.table

    @property
    def version(self) -> int:
        return self.row.version


class Packed(NamedTuple):
    """A table that goes into a segment: its history, and what is listed of it."""

    stored: Stored
    archived: Archived


class SegmentContents(NamedTuple):
    """A segment as it was read; `why` says what is wrong with it."""

    number: int
    name: str
    tables: list[Archived]
    why: str | None = None


class ArchiveReader(Protocol):
    """The archive for those who check and rebuild."""

    def segments(self) -> AsyncIterator[SegmentContents]:
        """Read every catalogued segment and check all of its bytes."""

    async def tombstones(self) -> dict[TableId, int]:
        """Return the tables that have left the store, and the numbers of their segments."""

    async def put_tombstones(self, numbers: Mapping[TableId, int]) -> None:
        """Write the tombstones of tables that are in these segments."""

    async def refresh(self) -> None:
        """Add the segments to the index that were catalogued since."""

    async def rebuild(self) -> None:
        """Rebuild the index from the footers of all segments."""

    def indexed(self, table: TableId) -> Archived | None:
        """Return what the index says about a table."""

    def indexed_tables(self) -> set[TableId]:
        """Return all tables of the index."""

    def indexed_places(self) -> dict[int, TableId]:
        """Return the places in the order of finished tables that archived tables have."""


class ArchiveWriter(Protocol):
    """Moves tables into the archive; every step may be repeated, by any process."""

    async def lease(self, writer: str, ms: int) -> bool:
        """Take or renew the right to write; two writers do no harm, only double work."""

    async def write(self, game: str, tables: Sequence[Packed], now: int) -> str:
        """Write a segment, read it again and compare; return its name."""

    async def enter(self, segment: str) -> int:
        """Enter a segment into the catalogue; return its number, always the same."""

    async def finished(self, now: int) -> None:
        """Note that everything that was due at this time is archived."""

    async def unknown(self) -> list[str]:
        """Return the segments that no catalogue names: their writer was stopped."""

    async def pending(self) -> list[int]:
        """Return the segments whose tables may still be in the store."""

    async def delete(self, segment: int) -> int:
        """Delete the tables of a segment from the store; return how many it has deleted.

        A table with another version or head is left alone.
        """
