"""The shelf made anew from the histories beside the old one, compared with it, and put in place."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Literal, TypeAlias

from domain.judging.codec import decoded
from domain.judging.stored import Entry
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from projections.leaderboard.results import UNREADABLE
from projections.table_list.query import TableList, read
from projections.table_list.row import Row, rows
from store.client.pipeline import AnyPipe
from store.client.retrying import PatientPipe
from store.log import RedisEventLog
from store.scan import FeedScan

AT_ONCE = 50

Verdict: TypeAlias = Literal["same", "behind", "different"]

log = logging.getLogger(__name__)


class Report(Value, frozen=True):
    """What was found: `behind` = right so far, the projector was just not there yet."""

    generation: str
    tables: int
    same: int
    behind: int
    different: tuple[TableId, ...]
    flipped: bool  # no: another rebuild was begun meanwhile, and will; nothing is said here


class Rebuild:
    def __init__(self, pipe: AnyPipe) -> None:
        self._pipe = pipe
        self._log = RedisEventLog(pipe)
        self.table_list = TableList(pipe)

    async def run(self) -> Report:
        shelf = self.table_list.store
        new = await shelf.begin()  # from here on the projector writes into both
        old = await shelf.generation()
        await self.fill(new)
        verdicts = await self.compare(old, new)
        flipped = await shelf.flip(new)
        await shelf.drop(old if flipped else new)
        return _report(new, verdicts if flipped else {}, flipped)

    async def fill(self, generation: str) -> None:
        async for tables in FeedScan(self._pipe).batches(AT_ONCE):
            await self.table_list.save(await self._folded(tables), generation)

    async def compare(self, old: str, new: str) -> dict[TableId, Verdict]:
        """Every table of either: is the old row what its history said at that version?"""
        shelf = self.table_list.store
        verdicts: dict[TableId, Verdict] = {}
        for generation in (new, old):
            async for batch in shelf.each(generation):
                tables = [table for table, _ in batch if table not in verdicts]
                then, now = await shelf.find(tables, old), await shelf.find(tables, new)
                for table, *both in zip(tables, then, now, strict=True):
                    verdicts[table] = await self._verdict(table, *both)
        return verdicts

    async def _verdict(self, table: TableId, then: bytes | None, now: bytes | None) -> Verdict:
        if now is None:
            return "different"  # there is no such table
        if then is None:
            return "behind"
        if then == now:
            return "same"
        row = read(then)
        told = row and await self._log.read(table, limit=row.version)
        return "behind" if told and _row(table, told) == row else "different"

    async def _folded(self, tables: Sequence[TableId]) -> list[Row]:
        histories = await asyncio.gather(*(self._log.read(table) for table in tables))
        folds = (_row(table, told) for table, told in zip(tables, histories, strict=True))
        return [row for row in folds if row is not None]


def _row(table: TableId, history: Sequence[Entry]) -> Row | None:
    """None for a history that cannot be read: it is named as different, and the others go on."""
    try:
        return rows(None, decoded(history))
    except UNREADABLE:
        log.exception("table %s: its row could not be made", table)
        return None


def _report(generation: str, verdicts: dict[TableId, Verdict], flipped: bool) -> Report:
    found = list(verdicts.values())
    different = tuple(table for table, verdict in verdicts.items() if verdict == "different")
    same, behind = found.count("same"), found.count("behind")
    return Report(generation, len(found), same, behind, different, flipped)


async def rebuild(url: str) -> Report:
    pipe = PatientPipe(url)
    try:
        return await Rebuild(pipe).run()
    finally:
        await pipe.aclose()
