"""The port of the event log: what the application needs of a store of histories."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from domain.judging.codec import decoded
from domain.judging.commit import Commit
from domain.judging.rows.row import Row, fold_row
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value
from domain.table.commands import Outage


class Appended(Value, frozen=True):
    """The commit was stored; its events have the versions `first` to `last`."""

    first: int
    last: int


class Duplicate(Value, frozen=True):
    """The same key and body, or the same id, was stored before; nothing was stored now."""

    first: int
    last: int
    head: bytes


class Conflict(Value, frozen=True):
    """The history is not at the expected version: these entries follow it (none: another head)."""

    entries: tuple[Entry, ...]


class Late(Value, frozen=True):
    """The deadline (`not_after`) has passed."""


class Early(Value, frozen=True):
    """It is not `not_before` yet."""


class KeyReused(Value, frozen=True):
    """The same idempotency key was used with another body."""


NotAppended: TypeAlias = Duplicate | Conflict | Late | Early | KeyReused
Reply: TypeAlias = Appended | NotAppended


class UnreadableTable(Exception):
    """The keys of a table hold something that is not a history."""


class BrokenTable(Exception):
    """Part of what the store holds of a table is missing."""


class StoreUnavailable(Exception):
    """The store could not be reached, or did not answer a read; nothing was written."""


class StoreRefuses(StoreUnavailable):
    """The store answers, but takes no such command at the moment; the message says why."""


class OutcomeUnknown(Exception):
    """An append was sent but not confirmed in time; sending it again is safe."""


class HeadQuery(NamedTuple):
    """A command for the store, and what makes version and head from its reply."""

    command: tuple[str | bytes | int, ...]
    read: Callable[[Any], tuple[int, bytes] | None]  # None: not in the store


class RowQuery(NamedTuple):
    """A command for the store, and what makes a row from its reply."""

    command: tuple[str | bytes | int, ...]
    read: Callable[[Any], Row | None]  # None: it is not stored, or in another form


class EventLog(Protocol):
    """Stores the history of every table."""

    @property
    def interruptions(self) -> int:
        """Return a number that changes when the last events that were read may be lost.

        That is so after a lost connection, and when another server holds a table.
        """
        return 0

    async def append(self, commit: Commit) -> Reply:
        """Check id, key, version, head and deadlines, then write everything or nothing."""

    def send(self, commit: Commit) -> "asyncio.Future[Any] | None":
        """Send a commit without waiting; None if that cannot be done."""
        return None

    def has_appended(self, sent: "asyncio.Future[Any]") -> bool:
        """Return whether a commit that was sent is stored; if not, `outcome` says why."""
        return False

    async def outcome(self, commit: Commit, sent: "asyncio.Future[Any]") -> Reply:
        """Return what became of a commit that was sent; send it again if its reply was lost."""
        return await self.append(commit)

    async def recall(
        self, table: TableId, key: bytes, digest: bytes
    ) -> Duplicate | KeyReused | None:
        """Return the result stored under an idempotency key, if any."""

    async def load(self, table: TableId, after: int = 0) -> Stored | None:
        """Return the table with its entries after a version; None if it does not exist."""

    def is_archived(self, table: TableId) -> bool:
        """Return whether this machine knows that the table is in the archive."""

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        """Return whole entries that hold events after the version `after`, oldest first.

        With a limit, they are those that hold any of so many events. The first one may also hold
        events that the reader has.
        """

    async def rows(self, tables: Sequence[TableId]) -> list[Row | None]:
        """Return the rows of tables as they are now; None for one that does not exist.

        A row that is not stored, or in another form, is folded from the events.
        """
        return [fold_row(None, decoded(await self.read(table))) for table in tables]

    async def claim_rewards(
        self, earlier: TableId, players: Sequence[PlayerId], table: TableId
    ) -> dict[PlayerId, TableId]:
        """Claim what these players won at `earlier`; return the table that has each claim now."""

    async def release_reward(self, earlier: TableId, player: PlayerId, table: TableId) -> None:
        """End the claim of this table; do nothing if another one has it."""

    async def head(self, table: TableId) -> tuple[int, bytes] | None:
        """Return version and head as they are stored; None if there is no such table."""

    def head_query(self, table: TableId) -> HeadQuery | None:
        """Return how to read version and head without waiting; None if that cannot be done."""
        return None

    def row_query(self, table: TableId) -> "RowQuery | None":
        """Return how to read a row without waiting; None if that cannot be done."""
        return None

    async def outages(self, table: TableId) -> tuple[Outage, ...]:
        """Return the recent outages of the store for this table, oldest first."""

    def known_outages(self, table: TableId) -> tuple[Outage, ...]:
        """Return the outages that this process has heard of, without asking the store."""


PAGE_SIZE = 500  # events
MOST_COMMIT_BYTES = 2**23  # of all events of a commit; as in the function of the store


async def in_pages(
    log: EventLog, table: TableId, most: int | None = None, after: int = 0
) -> AsyncIterator[Sequence[Entry]]:
    """Yield the entries after a version, up to the version `most`, page by page.

    Other tasks run between two pages, so reading a long history does not delay them.
    """
    while most is None or after < most:
        limit = PAGE_SIZE if most is None else min(PAGE_SIZE, most - after)
        page = await log.read(table, after, limit)
        if not page:
            return
        yield page
        after = page[-1].last
