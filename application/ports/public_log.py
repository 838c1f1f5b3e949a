"""The public log: the queue of entries that wait for it, and the log as it is served."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from domain.kernel.ids import TableId
from domain.log.tiles import Tile, Tree


class Queued(NamedTuple):
    """The entries of one commit, which wait for the log."""

    table: TableId
    id: str  # in the queue of its partition
    entries: tuple[bytes, ...]

    @property
    def subjects(self) -> list[bytes]:
        return [subject_of(entry) for entry in self.entries]


class Place(NamedTuple):
    """A place in a log, or the size of one."""

    log: str  # the short name of its origin
    number: int


def short_name(origin: str) -> str:
    """Return what tells logs apart in the store: there is another one if a key was lost."""
    return hashlib.sha256(origin.encode()).hexdigest()[:8]


class Waiting(NamedTuple):
    """What waits in the partitions that can be reached, oldest first."""

    marked: dict[int, Place | None]  # partition -> size below which its tables are marked
    items: list[Queued]


def kind_of(entry: bytes) -> str:
    """Return what a table is marked with: the kind of the entry, for rewards also whose it is."""
    return entry[:33].hex() if entry[:1] == b"\x03" else entry[:1].hex()


def subject_of(entry: bytes) -> bytes:
    """Return kind and name of what an entry is about: the log has only one entry with these."""
    return entry[:33]


class LogQueue(Protocol):
    async def lease(self, writer: str, ms: int) -> bool:
        """Return whether this process is the writer for the next `ms`."""

    async def waiting(self) -> Waiting:
        """Return everything that waits."""

    async def loses_ms(self) -> int:
        """Return for how long the store may still lose a commit, by its own promise."""

    async def oldest(self) -> int | None:
        """Return when the oldest commit that waits was stored (ms since 1970); None if none is."""

    async def places(self, tables: Sequence[TableId]) -> list[dict[str, Place] | None]:
        """Return the places of each table's entries, by kind; None for one that is unreachable."""

    async def mark(
        self,
        logged: Sequence[tuple[Queued, dict[str, Place]]],
        size: Place,
        partitions: Iterable[int],
    ) -> None:
        """Mark tables with the places of their entries, and take them from the queue.

        A checkpoint of this size counts the entries. Afterwards every table of these partitions is
        marked with all of its entries below this size.
        """


class LogReader(Protocol):
    """The log as every process may read it."""

    def checkpoint(self) -> bytes | None:
        """Return the latest signed checkpoint, with its cosignatures; None before the first."""

    def read_tile(self, tile: Tile) -> bytes:
        """Return a tile that the latest checkpoint counts; raise LogError if there is none."""

    def tree(self, size: int | None = None) -> Tree:
        """Return the tree of this size, or of the latest checkpoint."""


class ServedLog(LogReader, Protocol):
    """The log as the API serves it."""

    def cosigned_checkpoint(self) -> bytes | None:
        """Return the latest checkpoint that a witness has cosigned; None if there is none."""

    def cosigned_on(self, day: str) -> bytes | None:
        """Return the checkpoints that were cosigned on a day; None if there are none."""


class Locked(Exception):
    """Another process writes the log."""
