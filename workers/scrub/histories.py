"""Checks the history of a table, and keeps what other checks compare with it."""

from msgspec import json

from application.ancestors import with_ancestors
from application.ports.event_log import BrokenTable, EventLog, UnreadableTable
from domain.audit.finding import WHOLE, CheckFailed, Flaw
from domain.audit.stored_commits import StoredCommit, commits_of
from domain.audit.stored_history import find_flaw
from domain.judging.codec import decoded
from domain.judging.stored import Stored
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.events import TableClosed
from projections.leaderboard.results import UNREADABLE, Result, result
from projections.table_list.row import Row, fold_row


class SoundTable(Value, frozen=True):
    """What a sound history says about the keys that are derived from it."""

    commits: tuple[StoredCommit, ...]
    row: Row
    closed: bool
    result: Result | None  # for the leaderboards

    @property
    def version(self) -> int:
        return self.row.version


class Histories:
    def __init__(self, log: EventLog, quick: bool) -> None:
        self._log = log
        self._quick = quick
        self.events = 0

    async def check(self, table: TableId) -> SoundTable | Flaw:
        """Return what the history says, or its first flaw."""
        try:
            stored = await self._log.load(table)
            if stored is not None:
                stored = await with_ancestors(self._log, stored)
        except BrokenTable:
            stored = None
        except UnreadableTable as wrong:
            return Flaw("chain", WHOLE, f"The stored values cannot be decoded: {wrong}.", "history")
        if stored is None:
            return Flaw("chain", WHOLE, "Some or all of its keys are missing.", "history")
        self.events += stored.version
        flaw = find_flaw(table, stored, self._quick)
        return flaw or _sound(table, stored)

    async def reload(self, table: TableId) -> SoundTable | None:
        """Return what the history says by now; None if the table is not there."""
        try:
            stored = await self._log.load(table)
            return None if stored is None else _sound(table, stored)
        except (BrokenTable, UnreadableTable, CheckFailed, *UNREADABLE):
            return None

    async def row_at(self, table: TableId, version: int) -> Row | None:
        """Return the row of a table as it was at a version; None if it cannot be read."""
        try:
            return fold_row(None, decoded(await self._log.read(table, limit=version)))
        except (BrokenTable, UnreadableTable, *UNREADABLE):
            return None

    async def result(self, table: TableId) -> Result | None:
        """Return the result of a table, also if its history is damaged but readable."""
        try:
            return result(decoded(await self._log.read(table)))
        except (BrokenTable, UnreadableTable, *UNREADABLE):
            return None


def encoded_result(sound: SoundTable) -> bytes:
    """Return the result of a table as the archive has it."""
    return json.encode(sound.result)


def _sound(table: TableId, stored: Stored) -> SoundTable:
    history = decoded(stored.entries)
    row = fold_row(None, history)
    assert row is not None
    closed = isinstance(history[-1].event, TableClosed)
    return SoundTable(commits_of(table, stored), row, closed, result(history) if closed else None)
