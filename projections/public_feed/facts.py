"""What the feed must know of a table, and what never changes: its game, and who may watch it."""

from application.lib.lru import Lru
from application.ports.event_log import EventLog
from domain.judging.rows.row import Row
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.commands import Watch

MOST_TABLES = 20_000  # remembered in one process
NO_EVENTS = 2**53  # a version that no table reaches


class TableFacts(Value, frozen=True):
    game: str
    watch: Watch
    seed: bytes
    is_listed: bool  # whether the feed may ever show anything of the table


class FactsOfTables:
    """Remembers the facts of tables."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._facts: Lru[TableId, TableFacts] = Lru(MOST_TABLES)

    async def of(self, table: TableId) -> TableFacts | None:
        """Return the facts of a table; None if it does not exist."""
        facts = self._facts.used(table)
        if facts is None and (facts := await self._first(table)) is not None:
            self._facts.put(table, facts)
        return facts

    async def _first(self, table: TableId) -> TableFacts | None:
        stored = await self._log.load(table, NO_EVENTS)
        [row] = await self._log.rows([table])
        if stored is None or row is None:
            return None
        return TableFacts(row.game, row.watch, stored.seed, is_in_feed(row))


def is_in_feed(row: Row) -> bool:
    """Return whether the public feed shows the events of a table."""
    return not (row.private or row.fork_of or row.sandbox)
