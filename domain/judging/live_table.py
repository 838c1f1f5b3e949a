"""A table as one process knows it: state, version, chain head and seed."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from domain.fairness.chain import first_head
from domain.judging.codec import decode_history, decode_of_table, decode_without_rules
from domain.judging.fold import NOTHING, fold, fold_table
from domain.judging.rows.codec import decode_row
from domain.judging.rows.row import Row, fold_following
from domain.judging.stored import Entry, Stored, heads_after
from domain.kernel.ids import TableId, millis
from domain.kernel.messages import Command
from domain.table.access import no_such_table
from domain.table.commands import AdvanceClock, OpenTable
from domain.table.state import Table, sandbox_of

NO_HEAD = b""  # at a version between the events of a commit


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
        for _ in self._fold_by(None, new):
            pass
        return bool(new)

    def catch_up_by(self, size: int, entries: Iterable[Entry]) -> Iterator[bool]:
        """Fold the entries that follow, about so many events in each step.

        Yield whether a step has ended with an entry. Nobody else may use the table meanwhile.
        """
        return self._fold_by(size, self._following(entries))

    def _fold_by(self, size: int | None, entries: Sequence[Entry]) -> Iterator[bool]:
        """Fold entries; version, head and time follow at the end of each run of entries."""
        heads = heads_after(self.head, self.seed, entries)
        run: list[Entry] = []
        count = 0
        for number, entry in enumerate(entries, 1):
            run.append(entry)
            count += len(entry.events)
            if number < len(entries) and (size is None or count < size):
                continue
            events = [event for each in run for event in each.events]
            step = size or count
            for start in range(0, count, step):
                part = events[start : start + step]
                told, at = decode_history(part)
                self.state = fold(self.state, told)
                if self.row is not None:
                    self.row = fold_following(self.row, part, told)
                if start + step < count:
                    yield False
            *_, self.head = islice(heads, len(run))
            self.version, self.at = entry.last, millis(at)
            run, count = [], 0
            yield True

    def show_part(self, entry: Entry, version: int) -> None:
        """Fold the entry that follows, but only up to a version: there is no head there."""
        told, at = decode_history(entry.events[: version - entry.first + 1])
        self.state = fold(self.state, told)
        self.head, self.version, self.at = NO_HEAD, version, millis(at)

    def _following(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries that follow the last one, without a gap."""
        new: list[Entry] = []
        last = self.version
        for entry in entries:
            if entry.first == last + 1:
                new.append(entry)
                last = entry.last
        return new

    def advance(
        self, version: int, head: bytes, at: int, state: Table, row: Row | None = None
    ) -> None:
        """Take over what was just appended, unless a reader has folded it already."""
        if version > self.version:
            self.version, self.head, self.at, self.state = version, head, at, state
            self.row = row

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


def time_of(state: Table, last: int, command: Command | None, now: int) -> int:
    """Return when a command is judged: never before the `last` one.

    The clock of a sandbox shows the time of its last event until the host moves it.
    """
    if isinstance(command, OpenTable):
        return now if command.sandbox is None else millis(command.sandbox.clock)
    if sandbox_of(state) is None:
        return max(now, last)
    return last + (1000 * command.seconds if isinstance(command, AdvanceClock) else 0)


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
        recorded = [decode_without_rules(event) for event in entry.events]
        state = fold_table(live.state, [each.event for each in recorded])
        head = entry.next_head(live.head, live.seed)
        live.advance(entry.last, head, millis(recorded[-1].at), state)
    live.require_head(history)
    return live


def restored_without_chain(table: TableId, stored: Stored | None) -> LiveTable:
    """Return a table without its play at its stored head, for readers who hash every event anyway.

    They must compare the head that they reach with this one.
    """
    live, history = not_folded(table, stored)
    state, at = live.state, 0
    for event in history.events:
        if (recorded := decode_of_table(event)) is not None:
            state, at = fold_table(state, [recorded.event]), millis(recorded.at)
    live.advance(history.version, history.head, at, state)
    return live
