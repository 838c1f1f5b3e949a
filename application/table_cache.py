"""A cache of tables; the least recently used are dropped and read again when needed."""

from collections import OrderedDict
from collections.abc import Generator, Sequence
from types import coroutine

from application.ports.event_log import PAGE_SIZE, EventLog
from application.ports.world import World
from domain.judging.live_table import LiveTable, not_folded
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import TableId


class TableCache:
    """The tables of one process, read from the log when they are first used."""

    def __init__(self, log: EventLog, world: World, capacity: int = 10_000) -> None:
        self.log = log
        self.world = world
        self._capacity = capacity
        self._live: OrderedDict[TableId, LiveTable] = OrderedDict()

    @property
    def cached(self) -> int:
        """Return how many tables are in the cache."""
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
        """Read the events stored since the last read; return whether there were any."""
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
    live.catch_up(entries[:PAGE_SIZE])
    for start in range(PAGE_SIZE, len(entries), PAGE_SIZE):
        await _let_others_run()
        live.catch_up(entries[start : start + PAGE_SIZE])


async def _restored(table: TableId, stored: Stored | None) -> LiveTable:
    live, history = not_folded(table, stored)
    await fold_in_slices(live, history.entries)
    live.require_head(history)
    return live


@coroutine
def _let_others_run() -> Generator[None, None, None]:
    """Yield to the event loop once, whichever loop it is."""
    yield
