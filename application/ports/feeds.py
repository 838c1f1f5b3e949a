"""The feeds of commits: consumed in groups by workers, followed by streams and long polls."""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, Protocol

from domain.kernel.ids import TableId

TABLE_LIST, LEADERBOARD, WEBHOOKS = GROUPS = ("table_list", "leaderboard", "webhooks")


class FeedEntry(NamedTuple):
    partition: int
    entry_id: bytes
    table: TableId
    last_version: int
    first_version: int
    notes: bytes = b""  # what it changes beside the history; see `domain.judging.notices`

    @property
    def at(self) -> int:
        """When it was committed, by the store's clock: ms since 1970."""
        return int(self.entry_id.partition(b"-")[0])


class ConsumerGroup(Protocol):
    """Hands out every commit until it is acknowledged."""

    missed: bool  # older commits were trimmed before the group was created: rebuild the read model

    async def take(self, count: int, block_ms: int) -> list[FeedEntry]:
        """Return up to `count` commits of each partition; none if none came in `block_ms`."""

    async def ack(self, taken: Iterable[FeedEntry]) -> None:
        """Acknowledge commits: they are not handed out again."""

    def again(self) -> None:
        """Hand out again what this consumer holds: an answer may have been lost."""


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


class FeedGrowth(Protocol):
    def listen(self, grown: Callable[[Collection[int]], None]) -> None:
        """Call `grown` with the partitions whose feeds have grown, or may have."""

    def unlisten(self, grown: Callable[[Collection[int]], None]) -> None:
        """Call it no more."""
