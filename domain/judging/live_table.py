"""A table as one process knows it: state, version, chain head and seed."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from domain.fairness.chain import first_head, link, links
from domain.judging.codec import decode_history, decode_of_table, decode_without_rules
from domain.judging.fold import NOTHING, fold, fold_table
from domain.judging.rows.parts import decode_row
from domain.judging.rows.row import Row, fold_following
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import TableId
from domain.kernel.messages import Command
from domain.kernel.moments import millis
from domain.table.access import no_such_table
from domain.table.commands import AdvanceClock, OpenTable
from domain.table.state import Table, sandbox_of


class ChainBroken(Exception):
    """A stored history does not lead to its head: it was damaged or changed."""


class LiveTable:
    """The fold of the entries read so far; the only mutable value on the path of a command."""

    __slots__ = ("at", "head", "row", "seed", "state", "table", "version")

    def __init__(self, table: TableId, seed: bytes) -> None:
        self.table = table
        self.seed = seed
        self.version = 0
        self.head = first_head(table)
        self.at = 0
        self.state: Table = NOTHING
        self.row: Row | None = None  # None: it is not known here

    def catch_up(self, entries: Iterable[Entry]) -> bool:
        """Fold the entries that follow; return whether there were any."""
        new = self._following(entries)
        self._fold(new, links(self.head, self.seed, new))
        return bool(new)

    def catch_up_by(self, size: int, entries: Iterable[Entry]) -> Iterator[None]:
        """Fold the entries that follow, so many in each step; nobody else may use the table."""
        new = self._following(entries)
        heads = links(self.head, self.seed, new)  # one for all: their salts are made together
        for start in range(0, len(new), size):
            self._fold(new[start : start + size], heads)
            yield

    def _fold(self, entries: Sequence[Entry], heads: Iterator[bytes]) -> None:
        """Fold the entries that come next, and take as many heads."""
        if not entries:
            return
        events, at = decode_history(entries)
        self.state = fold(self.state, events)
        if self.row is not None:
            self.row = fold_following(self.row, entries, events)
        *_, self.head = islice(heads, len(entries))
        self.version, self.at = entries[-1].version, millis(at)

    def _following(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries that follow the last one, without a gap."""
        new: list[Entry] = []
        last = self.version
        for entry in entries:
            if entry.version == last + 1:
                new.append(entry)
                last += 1
        return new

    def advance(
        self, version: int, head: bytes, at: int, state: Table, row: Row | None = None
    ) -> None:
        """Take over what was just appended, unless a reader has folded it already."""
        if version > self.version:
            self.version, self.head, self.at, self.state = version, head, at, state
            self.row = row

    def time_of(self, command: Command | None, now: int) -> int:
        """Return when a command is judged; the clock of a sandbox shows its last event's time."""
        if isinstance(command, OpenTable):
            return now if command.sandbox is None else millis(command.sandbox.clock)
        if sandbox_of(self.state) is None:
            return max(now, self.at)
        return self.at + (1000 * command.seconds if isinstance(command, AdvanceClock) else 0)

    def require_head(self, stored: Stored) -> None:
        """Raise ChainBroken unless folding has led to the stored version and head."""
        if not self.has_come_to(stored):
            raise ChainBroken(self.table)

    def has_come_to(self, stored: Stored) -> bool:
        """Return whether folding has led to the stored version and head; then take its row."""
        if (self.version, self.head) != (stored.version, stored.head):
            return False
        self.row = decode_row(self.table, self.version, stored.row)
        return True


def not_folded(table: TableId, stored: Stored | None) -> tuple[LiveTable, Stored]:
    """Return an empty table for this history; reject a table that does not exist."""
    if stored is None:
        raise no_such_table()
    return LiveTable(table, stored.seed), stored


def restored(table: TableId, stored: Stored | None) -> LiveTable:
    """Fold a whole history and check that it leads to its head."""
    live, history = not_folded(table, stored)
    live.catch_up(history.entries)
    live.require_head(history)
    return live


def restored_without_rules(table: TableId, stored: Stored | None) -> LiveTable:
    """Return a table whose rules are not installed: its chain is checked, its play left out."""
    live, history = not_folded(table, stored)
    for entry in history.entries:
        recorded = decode_without_rules(entry.event)
        head = link(live.head, live.seed, entry.version, entry.event, entry.record)
        state = fold_table(live.state, [recorded.event])
        live.advance(entry.version, head, millis(recorded.at), state)
    live.require_head(history)
    return live


def restored_without_chain(table: TableId, stored: Stored | None) -> LiveTable:
    """Return a table without its play at its stored head, for readers who hash every event anyway.

    They must compare the head that they reach with this one.
    """
    live, history = not_folded(table, stored)
    state, at = live.state, 0
    for entry in history.entries:
        if (recorded := decode_of_table(entry.event)) is not None:
            state, at = fold_table(state, [recorded.event]), millis(recorded.at)
    live.advance(history.version, history.head, at, state)
    return live
