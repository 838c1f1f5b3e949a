"""Rebuilds the list of tables from the histories beside the old one, compares, and serves it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, TypeAlias

from application.ports.event_log import EventLog
from domain.judging.rows.codec import encode_lasting, encode_moving, has_own_form
from domain.judging.rows.row import Row
from domain.judging.stored import RowParts
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from projections.table_list.indexes import indexes
from projections.table_list.query import TableList
from store.archive.archive import Archive
from store.tables.table_registry import RegistryScan
from workers.upkeep.rebuild.rows import folded_row, folded_rows

AT_ONCE = 50

Verdict: TypeAlias = Literal["same", "behind", "different"]
FoldRows: TypeAlias = Callable[[Sequence[TableId]], Awaitable[list[Row]]]
PutRow: TypeAlias = Callable[[TableId, int, RowParts], Awaitable[None]]


class TableListReport(Value, frozen=True):
    """What was found. `behind`: right so far, the projector had not caught up yet."""

    generation: str
    tables: int
    same: int
    behind: int
    different: tuple[TableId, ...]
    flipped: bool  # no: another rebuild was begun meanwhile and replaces this one


class TableListRebuild:
    def __init__(
        self,
        log: EventLog,
        scan: RegistryScan,
        table_list: TableList,
        archive: Archive | None = None,
        fold: FoldRows | None = None,
        at_once: int = 1,
        put_row: PutRow | None = None,
    ) -> None:
        """`fold` replaces the fold here; it may work on so many batches at once.

        `put_row` stores a row with its table where another one is there, or one of another form.
        """
        self._put_row = put_row
        self._wrong: set[TableId] = set()  # tables with another row than their history says
        self._fold = fold or self._folded
        self._at_once = at_once
        self._log = log
        self._archive = archive
        self._scan = scan
        self.table_list = table_list

    async def run(self) -> TableListReport:
        store = self.table_list.store
        new = await store.begin()  # from here on the projector writes into both
        old = await store.generation()
        await self.fill(new)
        verdicts = await self.compare(old, new) | await self._archived(new)
        flipped = await store.promote(new)
        await store.drop(old if flipped else new)
        return _report(new, verdicts if flipped else {}, flipped)

    async def fill(self, generation: str) -> None:
        async def fill_batch(tables: Sequence[TableId]) -> None:
            async with turns:
                rows = await self._fold(tables)
                await asyncio.gather(*map(self._mend, rows))
                await self.table_list.save(rows, generation)

        turns = asyncio.Semaphore(self._at_once)
        async with asyncio.TaskGroup() as group:
            async for tables in self._scan.batches(AT_ONCE):
                group.create_task(fill_batch(tables))

    async def _mend(self, row: Row) -> None:
        """Compare the row that is stored with the table, and replace it if it is another one."""
        stored = await self._log.load(row.id, row.version)
        right = RowParts(encode_lasting(row), encode_moving(row))
        if stored is None or stored.version != row.version or stored.row == right:
            return
        if has_own_form(stored.row):
            self._wrong.add(row.id)
        if self._put_row is not None:
            await self._put_row(row.id, row.version, right)

    async def compare(self, old: str, new: str) -> dict[TableId, Verdict]:
        """Compare the indexes of every table in both with those that its history says."""
        store = self.table_list.store
        verdicts: dict[TableId, Verdict] = {}
        for generation in (new, old):
            async for batch in store.each(generation):
                tables = [table for table, _ in batch if table not in verdicts]
                then, now = await store.places(tables, old), await store.places(tables, new)
                for table, *both in zip(tables, then, now, strict=True):
                    verdicts[table] = await self._verdict(table, *both)
        return verdicts

    async def _archived(self, generation: str) -> dict[TableId, Verdict]:
        """Rebuild the index of archived tables from footers, and compare it with the old one.

        A table that was archived while it was read is dropped from the new list again.
        """
        if self._archive is None:
            return {}
        before = {t: self._archive.indexed(t) for t in self._archive.indexed_tables()}
        await self._archive.rebuild()
        after = {t: self._archive.indexed(t) for t in self._archive.indexed_tables()}
        rows = {table: one.row for table, one in after.items() if one is not None}
        live = {table async for table in self._scan.tables()}
        async for batch in self.table_list.store.each(generation):
            await self.table_list.store.drop_rows(
                [rows[name] for name, _ in batch if name in rows and name not in live]
            )
        changed = {table for table in before if before[table] != after.get(table)}
        return {t: "different" if t in changed else "same" for t in before.keys() | after.keys()}

    async def _verdict(self, table: TableId, then: bytes | None, now: bytes | None) -> Verdict:
        if now is None:
            archived = None if self._archive is None else self._archive.indexed(table)
            return "same" if archived is not None else "different"  # there is no such table
        if table in self._wrong:
            return "different"
        if then is None:
            return "behind"
        version, *names = then.decode().split(" ")
        if names == now.decode().split(" ")[1:]:
            return "same"
        told = await self._log.read(table, limit=int(version))
        row = folded_row(table, told) if told else None
        return "behind" if row is not None and list(indexes(row)) == names else "different"

    async def _folded(self, tables: Sequence[TableId]) -> list[Row]:
        return await folded_rows(self._log, tables)


def _report(generation: str, verdicts: dict[TableId, Verdict], flipped: bool) -> TableListReport:
    found = list(verdicts.values())
    different = tuple(table for table, verdict in verdicts.items() if verdict == "different")
    same, behind = found.count("same"), found.count("behind")
    return TableListReport(generation, len(found), same, behind, different, flipped)
