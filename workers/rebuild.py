"""The shelf made anew from the histories beside the old one, compared with it, and put in place."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Literal, TypeAlias

from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.play.codec import decoded
from eventlog import walk
from eventlog.pipe import Pipe
from eventlog.redis_log import RedisLog
from projections.listing import Listing
from projections.shelf import Row, rows

AT_ONCE = 200

Verdict: TypeAlias = Literal["same", "behind", "different"]


class Report(Value, frozen=True):
    """What was found: `behind` = right so far, the projector was just not there yet."""

    generation: str
    tables: int
    same: int
    behind: int
    different: tuple[TableId, ...]
    flipped: bool  # no: another rebuild was begun meanwhile, and will


class Rebuild:
    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._log = RedisLog(pipe)
        self.listing = Listing(pipe)

    async def run(self) -> Report:
        shelf = self.listing.store
        old = await shelf.generation()
        new = await shelf.begin()  # from here on the projector writes into both
        await self.fill(new)
        verdicts = await self.compare(old, new)
        flipped = await shelf.flip(new)
        if flipped:
            await shelf.drop(old)
        found = list(verdicts.values())
        return Report(
            new,
            len(found),
            found.count("same"),
            found.count("behind"),
            tuple(table for table, verdict in verdicts.items() if verdict == "different"),
            flipped,
        )

    async def fill(self, generation: str) -> None:
        async for tables in _batches(walk.tables(self._pipe)):
            await self.listing.save(await self._folded(tables), generation)

    async def compare(self, old: str, new: str) -> dict[TableId, Verdict]:
        """Every table of either: is the old row what its history said at that version?"""
        verdicts: dict[TableId, Verdict] = {}
        async for batch in self.listing.each(new):
            before = await self.listing.find([row.id for row in batch], old)
            verdicts |= await self._judged(batch, before)
        async for batch in self.listing.each(old):
            verdicts |= {row.id: "different" for row in batch if row.id not in verdicts}
        return verdicts

    async def _judged(
        self, batch: Iterable[Row], before: dict[TableId, Row]
    ) -> dict[TableId, Verdict]:
        verdicts: dict[TableId, Verdict] = {
            row.id: "same" if before.get(row.id) == row else "behind" for row in batch
        }
        doubtful = [before[t] for t, v in verdicts.items() if v == "behind" and t in before]
        then = {row.id: row.version for row in doubtful}
        for row in await self._folded(list(then), then.__getitem__):
            if row != before[row.id]:
                verdicts[row.id] = "different"
        return verdicts

    async def _folded(
        self, tables: Sequence[TableId], version: Callable[[TableId], int | None] = lambda _: None
    ) -> list[Row]:
        """The rows of these tables, as of now or as of an earlier version."""
        reads = (self._log.read(table, limit=version(table)) for table in tables)
        histories = await asyncio.gather(*reads)
        folds = (rows(None, decoded(list(history))) for history in histories)
        return [row for row in folds if row is not None]


async def _batches(tables: AsyncIterator[TableId]) -> AsyncIterator[list[TableId]]:
    batch: list[TableId] = []
    async for table in tables:
        batch.append(table)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


async def rebuild(url: str) -> Report:
    pipe = Pipe(url)
    try:
        return await Rebuild(pipe).run()
    finally:
        await pipe.aclose()
