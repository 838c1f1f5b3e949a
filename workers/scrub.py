"""Checks every table in the store; reports damage and changes nothing."""

from collections.abc import Callable

from application.ports.event_log import BrokenTable, EventLog, UnreadableTable
from application.ports.scan import TableScan
from domain.audit.finding import Flaw
from domain.audit.stored_history import find_flaw
from domain.kernel.ids import TableId
from domain.kernel.messages import Value

OnTable = Callable[[TableId], object]  # called after each table


class Damaged(Value, frozen=True):
    table: TableId
    flaw: Flaw


class ScrubReport(Value, frozen=True):
    tables: int
    events: int
    damaged: tuple[Damaged, ...]


class Scrub:
    def __init__(self, log: EventLog, scan: TableScan, quick: bool = False) -> None:
        self._log = log
        self._scan = scan
        self._quick = quick
        self._events = 0

    async def run(self, on_table: OnTable) -> ScrubReport:
        found: dict[TableId, Flaw | None] = {}
        async for table in self._scan.tables():
            found[table] = await self.look(table)
            on_table(table)
        damaged = tuple(Damaged(table, flaw) for table, flaw in found.items() if flaw)
        return ScrubReport(len(found), self._events, damaged)

    async def look(self, table: TableId) -> Flaw | None:
        try:
            stored = await self._log.load(table)
        except BrokenTable:
            stored = None
        except UnreadableTable as wrong:
            return Flaw("chain", None, f"The stored values cannot be decoded: {wrong}.")
        if stored is None:
            return Flaw("chain", None, "Some or all of its keys are missing.")
        self._events += stored.version
        return find_flaw(table, stored, self._quick)


def as_text(report: ScrubReport) -> str:
    lines = [f"{report.tables} tables, {report.events} events: {len(report.damaged)} damaged"]
    for each in report.damaged:
        place = "" if each.flaw.version is None else f" at version {each.flaw.version}"
        lines.append(f"  {each.table} {each.flaw.check}{place}: {each.flaw.why}")
    return "\n".join(lines)
