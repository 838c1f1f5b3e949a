"""Folds from the nearest snapshot instead of from version 1; a wrong snapshot is dropped."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from application.lib.slices import Pause, fold_in_slices, let_others_run
from application.ports.event_log import (
    EventLog,
    OutcomeUnknown,
    StoreUnavailable,
    in_pages,
)
from application.ports.snapshots import Near, Snapshots
from domain.fairness.chain import first_head
from domain.judging.live_table import LiveTable, not_folded
from domain.judging.saved_state import SavedState, resumed, state_to_save
from domain.judging.stored import Entry, extend
from domain.kernel.ids import TableId, Version

EVERY = 256  # events

log = logging.getLogger(__name__)


class _Taken:
    """Takes a snapshot whenever folding has passed a multiple of EVERY."""

    def __init__(self, live: LiveTable) -> None:
        self.snapshots: list[SavedState] = []
        self._passed = live.version // EVERY

    def __call__(self, live: LiveTable) -> None:
        if live.version // EVERY > self._passed:
            self._passed = live.version // EVERY
            self.snapshots.append(state_to_save(live))


class SnapshotFold:
    """Loads tables, and looks at their past, with the snapshots of one process."""

    def __init__(self, events: EventLog, snapshots: Snapshots | None) -> None:
        self._events = events
        self._snapshots = snapshots
        self._saving: set[asyncio.Task[None]] = set()

    async def load(self, table: TableId, on_fold: Callable[[int], None]) -> LiveTable:
        """Return the table at its stored head; `on_fold` gets the number of folded events."""
        before = None if self._snapshots is None else (await self._snapshots.near(table)).before
        if before is not None:
            stored = await self._events.load(table, before.version)
            if stored is not None:
                live = resumed(table, stored.seed, before)
                await self._fold(live, stored.entries, let_others_run)
                if live.has_come_to(stored):
                    on_fold(live.version - before.version)
                    return live
            await self._drop(table)
        live, history = not_folded(table, await self._events.load(table))
        await self._fold(live, history.entries, let_others_run)
        live.require_head(history)
        on_fold(live.version)
        return live

    async def near(self, live: LiveTable, version: Version) -> Near:
        """Return the snapshots next to an earlier version of a table."""
        if self._snapshots is None:
            return Near()
        return await self._snapshots.near(live.table, version)

    async def at(
        self, live: LiveTable, version: Version, near: Near, pause: Pause = let_others_run
    ) -> LiveTable:
        """Return the table as it was at a version, from the snapshot before it.

        Entries are linked on to the next snapshot, or to the head: a stale snapshot does not lead
        there, and then the whole history counts. Between the events of a commit there is no head.
        """
        if near.before is not None:
            then = resumed(live.table, live.seed, near.before)
            last, head = near.after or (live.version, live.head)
            rest = await self._fold_until(then, version, last, pause)
            if extend(then.head, live.seed, rest) == head:
                return _up_to(then, version, rest)
            await self._drop(live.table)
        then = LiveTable(live.table, live.seed)
        rest = await self._fold_until(then, version, version, pause)
        return _up_to(then, version, rest)

    async def head_at(
        self, live: LiveTable, version: Version, near: Near, pause: Pause = let_others_run
    ) -> bytes | None:
        """Return the head at a version, None inside a commit; like `at`, but nothing is folded."""
        if near.before is not None:
            last, head = near.after or (live.version, live.head)
            found, end = await self._linked(live, near.before, version, last, pause)
            if end == head:
                return found
            await self._drop(live.table)
        return (await self._linked(live, None, version, version, pause))[0]

    async def _linked(
        self,
        live: LiveTable,
        before: SavedState | None,
        version: Version,
        last: Version,
        pause: Pause,
    ) -> tuple[bytes | None, bytes]:
        """Return the heads at two versions, linked on from a snapshot or from the first head."""
        after = 0 if before is None else before.version
        head = first_head(live.table) if before is None else before.head
        found = head if after == version else None
        async for page in in_pages(self._events, live.table, last, after):
            for entry in page:
                head = entry.next_head(head, live.seed)
                found = head if entry.last == version and entry.head else found
            await pause()
        return found, head

    def save(self, live: LiveTable) -> None:
        """Save a snapshot of a table that has passed a multiple of EVERY."""
        self._save(live.table, [state_to_save(live)])

    async def aclose(self) -> None:
        """Wait for the snapshots that are being saved."""
        await asyncio.gather(*self._saving)

    async def _fold(self, live: LiveTable, entries: Sequence[Entry], pause: Pause) -> None:
        taken = _Taken(live)
        await fold_in_slices(live, entries, pause, taken)
        if taken.snapshots:
            self._save(live.table, taken.snapshots)

    async def _fold_until(
        self, then: LiveTable, version: Version, last: Version, pause: Pause
    ) -> list[Entry]:
        """Fold the entries up to a version; return the others, up to the version `last`."""
        rest: list[Entry] = []
        async for page in in_pages(self._events, then.table, last, then.version):
            await self._fold(then, [each for each in page if each.last <= version], pause)
            rest += [each for each in page if each.last > version]
            await pause()
        return rest

    def _save(self, table: TableId, taken: Sequence[SavedState]) -> None:
        """Save snapshots in the background: no request waits for them."""
        if self._snapshots is not None:
            task = asyncio.create_task(self._saved(self._snapshots, table, taken))
            self._saving.add(task)
            task.add_done_callback(self._saving.discard)

    async def _saved(
        self, snapshots: Snapshots, table: TableId, taken: Sequence[SavedState]
    ) -> None:
        try:
            await snapshots.save(table, taken)
        except (StoreUnavailable, OutcomeUnknown) as why:
            log.warning("table %s: its snapshot was not saved: %s", table, why)

    async def _drop(self, table: TableId) -> None:
        log.warning("table %s: its snapshots do not lead to its head; they are deleted", table)
        if self._snapshots is not None:
            await self._snapshots.drop(table)


def _up_to(then: LiveTable, version: Version, rest: Sequence[Entry]) -> LiveTable:
    """Fold the events before a version that is inside the next entry."""
    if then.version < version and rest:
        then.show_part(rest[0], version)
    return then
