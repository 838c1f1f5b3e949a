"""Checks the history of a table, and keeps what other checks compare with it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from msgspec import json
from msgspec.structs import replace

from application.play.ancestors import with_ancestors
from application.ports.event_log import BrokenTable, EventLog, UnreadableTable
from domain.audit.finding import WHOLE, CheckFailed, Flaw
from domain.audit.stored_history import Folded, StoredCommit, commits, commits_of, examine
from domain.fairness.chain import FORMAT_3
from domain.judging.codec import RecordedEvent, decoded, without_rules
from domain.judging.decision_clock import next_timer_check
from domain.judging.rows.codec import decode_row, has_own_form
from domain.judging.rows.row import Row, fold_row
from domain.judging.stored import Stored
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.end_events import TableClosed
from projections.leaderboard.results import UNREADABLE, Result, result

AT_ONCE = 20  # tables that are read together; longer ones take some megabytes each


class SoundTable(Value, frozen=True):
    """What a sound history says about the keys that are derived from it."""

    commits: tuple[StoredCommit, ...]
    row: Row
    closed: bool
    result: Result | None  # for the leaderboards
    due: int | None = None  # when the timers look at the table next
    row_differs: bool = False  # whether another row is stored beside the history
    is_earlier: bool = False  # an earlier release has written it, and may have ranked differently

    @property
    def version(self) -> int:
        return self.row.version


class CheckedHistory(NamedTuple):
    """What the check of a history has found, and how many events it has read."""

    found: SoundTable | Flaw
    events: int


# What other processes check: the chunk of each table, and its place there.
Ahead: TypeAlias = Mapping[TableId, tuple[Awaitable[list[CheckedHistory]], int]]


def batches(tables: Sequence[TableId], size: int) -> Iterator[Sequence[TableId]]:
    """Yield the tables, so many at a time."""
    for start in range(0, len(tables), size):
        yield tables[start : start + size]


class Histories:
    def __init__(self, log: EventLog, quick: bool) -> None:
        self._log = log
        self._quick = quick
        self._ahead: dict[TableId, tuple[Awaitable[list[CheckedHistory]], int]] = {}
        self.events = 0

    def use(self, ahead: Ahead) -> None:
        """Take the first check of these tables from other processes."""
        self._ahead = dict(ahead)

    async def check(self, table: TableId) -> SoundTable | Flaw:
        """Return what the history says, or its first flaw."""
        ((_, found),) = [each async for each in self.check_all([table])]
        return found

    async def check_all(
        self, tables: Sequence[TableId]
    ) -> AsyncIterator[tuple[TableId, SoundTable | Flaw]]:
        """Yield for each table what its history says, or its first flaw."""
        for some in batches(tables, AT_ONCE):
            loaded = await self._load_all([table for table in some if table not in self._ahead])
            for table in some:
                if table in self._ahead:
                    chunk, place = self._ahead.pop(table)
                    checked = (await chunk)[place]
                else:
                    checked = self._checked(table, loaded.pop(table))
                self.events += checked.events
                yield table, checked.found

    async def checked(self, tables: Sequence[TableId]) -> list[CheckedHistory]:
        """Check histories here."""
        loaded = await self._load_all(tables)
        return [self._checked(table, loaded.pop(table)) for table in tables]

    def _checked(self, table: TableId, stored: Stored | Flaw) -> CheckedHistory:
        if isinstance(stored, Flaw):
            return CheckedHistory(stored, 0)
        folded = examine(table, stored, self._quick)
        found = folded if isinstance(folded, Flaw) else _examined(stored, folded)
        return CheckedHistory(found, stored.version)

    async def _load_all(self, tables: Sequence[TableId]) -> dict[TableId, Stored | Flaw]:
        """Load several histories in one round trip."""
        loaded = await asyncio.gather(*map(self._load, tables))
        return dict(zip(tables, loaded, strict=True))

    async def _load(self, table: TableId) -> Stored | Flaw:
        try:
            stored = await self._log.load(table)
            if stored is not None:
                return await with_ancestors(self._log, stored)
        except BrokenTable:
            pass
        except UnreadableTable as wrong:
            why = f"The stored values cannot be decoded: {wrong}."
            return Flaw("chain", WHOLE, why, "history")
        return Flaw("chain", WHOLE, "Some or all of its keys are missing.", "history")

    async def reload(self, table: TableId) -> SoundTable | None:
        """Return what the history says by now; None if the table is not there."""
        try:
            stored = await self._log.load(table)
            return None if stored is None else _sound(table, stored)
        except (BrokenTable, UnreadableTable, CheckFailed, *UNREADABLE):
            return None

    async def row_at(self, table: TableId, version: int) -> Row | None:
        """Return the row of a table as it was at a version; None if it cannot be read."""
        with suppress(BrokenTable, UnreadableTable, *UNREADABLE):
            return fold_row(None, decoded(await self._log.read(table, limit=version)))
        return None

    async def result(self, table: TableId) -> Result | None:
        """Return the result of a table, also if its history is damaged but readable."""
        with suppress(BrokenTable, UnreadableTable, *UNREADABLE):
            return result(decoded(await self._log.read(table)))
        return None


def decoded_result(archived: bytes) -> Result | None:
    """Return the result of a table that the archive has."""
    return json.decode(archived, type=Result | None)


def _examined(stored: Stored, folded: Folded) -> SoundTable:
    """Return what a history says that was decoded and folded already."""
    checked = folded.history
    history = without_rules(checked.recorded, checked.events)
    told = commits(checked.commands, stored.entries, folded.heads)
    return replace(_told(told, history, stored), due=next_timer_check(folded.state, folded.at))


def _sound(table: TableId, stored: Stored) -> SoundTable:
    return _told(commits_of(table, stored), decoded(stored.entries), stored)


def _told(
    told: tuple[StoredCommit, ...], history: Sequence[RecordedEvent], stored: Stored
) -> SoundTable:
    row = fold_row(None, history)
    assert row is not None
    closed = isinstance(history[-1].event, TableClosed)
    kept = decode_row(row.id, row.version, stored.row)
    differs = kept != row and has_own_form(stored.row)
    earlier = stored.entries[0].format is not FORMAT_3
    ranked = result(history) if closed else None
    return SoundTable(told, row, closed, ranked, row_differs=differs, is_earlier=earlier)
