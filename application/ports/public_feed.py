"""Reads the feeds of all partitions from any position, for the public feed of the server."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from application.ports.feeds import FeedEntry, Id, Positions


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
