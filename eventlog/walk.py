"""Every table there is, found through the feeds: a table begins with the commit of version 1."""

from collections.abc import AsyncIterator

from domain.kernel.ids import TableId
from eventlog.keyspace import FEEDS
from eventlog.pipe import Pipe

AT_ONCE = 1_000


async def tables(pipe: Pipe) -> AsyncIterator[TableId]:
    for feed in FEEDS:
        start = "-"
        while entries := await pipe.ask("XRANGE", feed, start, "+", "COUNT", AT_ONCE):
            for _, fields in entries:  # t, table, f, first version, l, last version
                if fields[3] == b"1":
                    yield fields[1].decode()
            start = "(" + entries[-1][0].decode()
