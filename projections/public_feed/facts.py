"""What the feed must know of a table: its game, whether it is public, and when it started."""

from collections import OrderedDict
from collections.abc import Sequence

from msgspec.structs import replace

from application.ports.event_log import EventLog
from domain.judging.codec import decoded
from domain.judging.stored import Entry
from domain.kernel.ids import TableId
from domain.kernel.messages import Event, Value
from domain.table.opening_events import TableOpened, TableStarted

MOST_TABLES = 20_000  # remembered in one process
PAGE = 50  # events; a table has fewer before its start, as a rule
NO_EVENTS = 2**53  # a version that no table reaches


class TableFacts(Value, frozen=True):
    """What never changes, and what happened up to the version `known`."""

    opened: TableOpened
    seed: bytes
    is_fork: bool
    known: int
    started: int | None  # the version of its start, if it is known

    @property
    def is_listed(self) -> bool:
        """Return whether the feed may ever show anything of the table."""
        return not (self.opened.private or self.is_fork or self.opened.sandbox is not None)


class FactsOfTables:
    """Remembers the facts of tables; those of a new one are read from its first events."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._facts: OrderedDict[TableId, TableFacts] = OrderedDict()

    async def of(self, table: TableId, version: int) -> TableFacts | None:
        """Return what is known up to this version; None if the table does not exist."""
        facts = self._facts.pop(table, None)
        if facts is None:
            facts = await self._first(table)
        while facts is not None and facts.is_listed and not _covers(facts, version):
            page = await self._log.read(table, facts.known, min(PAGE, version - facts.known))
            if not page:
                break  # the store was reset to an earlier state
            facts = _after(facts, page)
        if facts is not None:
            self._keep(table, facts)
        return facts

    async def _first(self, table: TableId) -> TableFacts | None:
        stored = await self._log.load(table, NO_EVENTS)
        entries = await self._log.read(table, 0, PAGE)
        if stored is None or not entries:
            return None
        opened: Event = decoded(entries[:1])[0].event
        assert isinstance(opened, TableOpened)
        facts = TableFacts(opened, stored.seed, opened.table != table, 0, None)
        return _after(facts, entries)

    def _keep(self, table: TableId, facts: TableFacts) -> None:
        self._facts[table] = facts
        if len(self._facts) > MOST_TABLES:
            self._facts.popitem(last=False)


def _covers(facts: TableFacts, version: int) -> bool:
    return facts.started is not None or facts.known >= version


def _after(facts: TableFacts, entries: Sequence[Entry]) -> TableFacts:
    """Return the facts after these events, which follow."""
    started = facts.started
    for recorded in decoded(entries):
        if started is None and isinstance(recorded.event, TableStarted):
            started = recorded.version
    return replace(facts, known=entries[-1].version, started=started)
