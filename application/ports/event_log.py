"""The port of the event log: what the one path needs of a store, and nothing about any store."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol, TypeAlias

from domain.judging.commit import Commit
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.commands import Outage


class Appended(Value, frozen=True):
    first: int
    last: int


class Duplicate(Value, frozen=True):
    """The same key and body, or the same id, was stored before; nothing was stored now."""

    first: int
    last: int
    head: bytes


class Conflict(Value, frozen=True):
    """The history has gone on: these came after the expected version (none: another head)."""

    entries: tuple[Entry, ...]


class Late(Value, frozen=True):
    """The deadline (`not_after`) has passed."""


class Early(Value, frozen=True):
    """`not_before` is still to come."""


class KeyReused(Value, frozen=True):
    """The same idempotency key was used with another body."""


Reply: TypeAlias = Appended | Duplicate | Conflict | Late | Early | KeyReused


class UnreadableTable(Exception):
    """The keys of a table hold something that is not a history."""


class BrokenTable(Exception):
    """Part of a table's keys is missing: somebody else has changed them."""


class StoreUnavailable(Exception):
    """The store did not answer and nothing was sent to it, or nothing was to be written."""


class OutcomeUnknown(Exception):
    """An append was sent and its fate could not be learnt in time; asking again is safe."""


class EventLog(Protocol):
    async def append(self, commit: Commit) -> Reply:
        """Check everything, then write everything: id, key, version, head, deadlines."""

    async def recall(
        self, table: TableId, key: bytes, digest: bytes
    ) -> Duplicate | KeyReused | None:
        """What became of an idempotency key."""

    async def load(self, table: TableId) -> Stored | None:
        """The whole table, or None if there is no such table."""

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        """Entries with versions after `after`, oldest first."""

    async def outages(self, table: TableId) -> tuple[Outage, ...]:
        """When nobody could reach what the store has of this table, of late; oldest first."""


AT_ONCE = 500  # events


async def in_pages(
    log: EventLog, table: TableId, most: int | None = None
) -> AsyncIterator[Sequence[Entry]]:
    """The first `most` entries, or all of them, some at a time: between two pages others are heard.

    However long a history is, following it keeps nobody else waiting.
    """
    after = 0
    while most is None or after < most:
        page = await log.read(table, after, AT_ONCE if most is None else min(AT_ONCE, most - after))
        if not page:
            return
        yield page
        after = page[-1].version
