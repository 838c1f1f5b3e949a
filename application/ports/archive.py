"""The archive of closed tables: what is kept of each, and who puts it there."""

from collections.abc import Mapping
from typing import NamedTuple

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
