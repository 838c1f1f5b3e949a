"""Every table there is, found through the feeds: a table begins with the commit of version 1."""

from collections.abc import AsyncIterator, Sequence

from domain.kernel.ids import TableId
from eventlog.keyspace import FEEDS, events
from eventlog.pipe import AnyPipe

AT_ONCE = 1_000


async def tables(pipe: AnyPipe) -> AsyncIterator[TableId]:
    for feed in FEEDS:
        start = "-"
        while entries := await pipe.ask("XRANGE", feed, start, "+", "COUNT", AT_ONCE):
            for _, fields in entries:  # t, table, f, first version, l, last version
                if fields[3] == b"1":
                    yield fields[1].decode()
            start = "(" + entries[-1][0].decode()


async def batches(pipe: AnyPipe, size: int) -> AsyncIterator[list[TableId]]:
    """The same, some at a time."""
    batch: list[TableId] = []
    async for table in tables(pipe):
        batch.append(table)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


async def last_events(pipe: AnyPipe, of: Sequence[TableId]) -> list[bytes]:
    """The last event of each of these tables, as it is stored; empty if there is none."""
    asked = [("XREVRANGE", events(table), "+", "-", "COUNT", 1) for table in of]
    answers = await pipe.ask_all(asked)
    return [entries[0][1][1] if entries else b"" for entries in answers]
