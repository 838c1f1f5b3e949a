"""The feeds of commits: read by workers, each from its position, and followed by streams."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from domain.kernel.ids import TableId

TABLE_LIST, LEADERBOARD, WEBHOOKS = READERS = ("table_list", "leaderboard", "webhooks")
Id: TypeAlias = tuple[int, int]  # of an entry: ms since 1970, and its number within them
Positions: TypeAlias = tuple[Id, ...]  # of each partition, the last entry that was read
START: Id = (0, 0)


class FeedEntry(NamedTuple):
    partition: int
    entry_id: bytes
    table: TableId
    last_version: int
    first_version: int
    notes: bytes = b""  # what it changes beside the history; see `domain.judging.rows.notices`

    @property
    def at(self) -> int:
        """When it was committed, by the store's clock: ms since 1970."""
        return self.id[0]

    @property
    def id(self) -> Id:
        """The id as two numbers, which compare as the entries do."""
        ms, _, number = self.entry_id.partition(b"-")
        return int(ms), int(number or 0)


class Move(NamedTuple):
    """How a reader moves on: by so many commits, and in each partition from where to where."""

    commits: int
    steps: Mapping[int, tuple[Id, Id]]


class Resumed(NamedTuple):
    """Where a reader begins."""

    stored: Positions  # as they are in the store
    begin: Positions  # a minute earlier where a fail-over has lost the entry at the position
    missed: bool  # commits were trimmed before they were read: rebuild the read model


class Overtaken(Exception):
    """Another reader has moved on from these positions; nothing was written."""


class FeedTail(Protocol):
    """Reads what is added to the feeds."""

    @property
    def interruptions(self) -> int:
        """Return a number that changes when the last entries that were read may be lost."""
        return 0

    async def read(self, after: Positions, count: int, block_ms: int) -> list[FeedEntry]:
        """Return up to `count` commits of each partition; none if none came in `block_ms`."""


class Follower(Protocol):
    gaps: int  # how often commits may have been missed, or lost by a fail-over

    async def wait(self, table: TableId, version: int, timeout: float) -> bool:
        """Return True once the table may be past `version`, False after `timeout`."""

    async def follow(self, table: TableId, heard: Callable[[int], bool]) -> None:
        """Call `heard` with the version of the table, now and whenever it has advanced.

        It returns whether that was news. What this process has stored itself is none.
        """

    def unfollow(self, table: TableId, heard: Callable[[int], bool]) -> None:
        """Call it no more."""

    def release(self) -> None:
        """Wake everyone who waits, now and from now on: the process is about to end."""


class FeedSlice(NamedTuple):
    """What follows a position in the public feed."""

    entries: Sequence[FeedEntry]
    trimmed: Id  # the last entry that was trimmed; a reader before it has missed something


class FeedReader(Protocol):
    """Reads the public feed: the commits of public tables of all partitions in one sequence."""

    async def read(self, after: Id, count: int) -> FeedSlice:
        """Return up to `count` entries after a position."""

    async def bounds(self) -> tuple[Id, Id]:
        """Return the position before the oldest entry that is kept, and that of the newest."""
