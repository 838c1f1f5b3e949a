"""Tables that the store has set back behind the public log: they are closed, never continued."""

import logging

from application.handle import handle
from application.ports.public_log import LogQueue, Place, Queued, kind_of
from application.table_cache import TableCache
from domain.judging.actors import ByClock
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.log.entries import Closed, Started, decode_entry, table_name
from domain.table import state
from domain.table.commands import BreakOff
from store.tables.table_registry import RegistryScan
from workers.log_writer import Lost

NOWHERE = "0-0"  # no commit waits under this id

log = logging.getLogger(__name__)


class LogRecovery:
    def __init__(self, tables: TableCache, scan: RegistryScan, queue: LogQueue) -> None:
        self._tables = tables
        self._scan = scan
        self._queue = queue

    async def settle(self, name: str, lost: Lost) -> int:
        """Mark the tables of these entries of the log; close those that the store has set back.

        Return how many were closed. A table that the store does not know at all is gone: nobody
        can continue it.
        """
        closed = 0
        async for table in self._scan.tables():
            for number, entry in lost.get(table_name(table), ()):
                closed += await self._settle(table, Place(name, number), entry)
        return closed

    async def _settle(self, table: TableId, place: Place, raw: bytes) -> bool:
        [places] = await self._queue.places([table])
        if places is None or kind_of(raw) in places:
            return False
        entry = decode_entry(raw)
        assert isinstance(entry, Started | Closed)
        broken = not await self._has(table, entry) and await self._break_off(table, entry)
        await self._queue.mark([(Queued(table, NOWHERE, ()), {kind_of(raw): place})], place, ())
        return broken

    async def _has(self, table: TableId, entry: Started | Closed) -> bool:
        """Return whether the stored history has the head that is in the log."""
        stored = await self._tables.log.load(table)
        assert stored is not None
        then = LiveTable(table, stored.seed)
        then.catch_up(each for each in stored.entries if each.last <= entry.version)
        return (then.version, then.head) == (entry.version, entry.head)

    async def _break_off(self, table: TableId, entry: Started | Closed) -> bool:
        live = await self._tables.fresh(table)
        if isinstance(live.state, state.Closed):
            log.error("table %s has closed in another way than the public log says", table)
            return False
        log.error("the store has lost version %d of table %s: it is closed", entry.version, table)
        await handle(self._tables, table, ByClock(), BreakOff(entry.version, entry.head.hex()))
        return True
