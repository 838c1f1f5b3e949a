"""Reads the feeds of all partitions from any position, for the public feed of the server."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from application.ports.feeds import FeedEntry

Id: TypeAlias = tuple[int, int]  # of an entry: ms since 1970, and its number within them
Positions: TypeAlias = tuple[Id, ...]  # of each partition, the last entry that was read
START: Id = (0, 0)


class FeedSlice(NamedTuple):
    """What follows a position in one feed."""

    partition: int
    entries: Sequence[FeedEntry]
    trimmed: Id  # the last entry that was trimmed; a reader before it has missed something


class FeedReader(Protocol):
    partitions: int  # how many feeds there are

    async def read(self, after: Mapping[int, Id], count: int) -> list[FeedSlice]:
        """Return up to `count` entries of each of these partitions after a position."""

    async def bounds(self) -> tuple[Positions, Positions]:
        """Return the positions before the oldest entries that are kept, and at the newest."""


def entry_id(entry: FeedEntry) -> Id:
    """Return the id of an entry as two numbers, which compare as the entries do."""
    ms, _, number = entry.entry_id.partition(b"-")
    return int(ms), int(number or 0)
