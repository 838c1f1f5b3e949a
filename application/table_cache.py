"""The tables this process knows; the least recently used are dropped, for all of it is stored."""

from collections import OrderedDict
from collections.abc import Generator, Sequence
from types import coroutine

from application.ports.event_log import AT_ONCE, EventLog
from application.ports.world import World
from domain.judging.live_table import LiveTable, not_folded
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import TableId


class TableCache:
    def __init__(self, log: EventLog, world: World, capacity: int = 10_000) -> None:
        self.log = log
        self.world = world
        self._capacity = capacity
        self._live: OrderedDict[TableId, LiveTable] = OrderedDict()

    @property
    def cached(self) -> int:
        return len(self._live)

    async def find(self, table: TableId) -> LiveTable:
        """Return the table as last known here; no round trip if it is cached."""
        live = self._live.get(table)
        if live is None:
            return self.keep(await _restored(table, await self.log.load(table)))
        self._live.move_to_end(table)
        return live

    async def fresh(self, table: TableId) -> LiveTable:
        """Return the table as it is now: a cached one is caught up with one round trip."""
        cached = table in self._live
        live = await self.find(table)
        if cached:
            await self.refresh(live)
        return live

    async def refresh(self, live: LiveTable) -> bool:
        return live.catch_up(await self.log.read(live.table, after=live.version))

    def forget(self, live: LiveTable) -> None:
        """Drop the table, so that the next use reads it from the store."""
        if self._live.get(live.table) is live:
            del self._live[live.table]

    def keep(self, live: LiveTable) -> LiveTable:
        """Cache the table, or update the one that is cached; return the cached one."""
        cached = self._live.setdefault(live.table, live)
        cached.advance(live.version, live.head, live.at, live.state)
        if len(self._live) > self._capacity:
            self._live.popitem(last=False)
        return cached


async def fold_in_slices(live: LiveTable, entries: Sequence[Entry]) -> None:
    """Fold a long history slice by slice, so that other tasks can run in between."""
    live.catch_up(entries[:AT_ONCE])
    for start in range(AT_ONCE, len(entries), AT_ONCE):
        await _let_others_run()
        live.catch_up(entries[start : start + AT_ONCE])


async def _restored(table: TableId, stored: Stored | None) -> LiveTable:
    live, history = not_folded(table, stored)
    await fold_in_slices(live, history.entries)
    live.require_head(history)
    return live


@coroutine
def _let_others_run() -> Generator[None, None, None]:
    """Yield to the event loop once, whichever loop it is."""
    yield
