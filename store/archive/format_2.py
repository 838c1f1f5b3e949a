"""Frozen: tables as 0.3 stored them, with an entry `<version>-0` for each event."""

from collections.abc import Sequence
from typing import Any

from application.ports.event_log import BrokenTable
from domain.fairness.chain import first_head
from domain.fairness.format_2 import FORMAT_2
from domain.judging.stored import Entry, Stored, entries_from, with_heads
from domain.kernel.ids import TableId
from store import keyspace
from store.archive.log import ArchivedLog


class Format2Log(ArchivedLog):
    """Tables of format 2, in the store or archived; what closes one is appended as today."""

    async def load(self, table: TableId, after: int = 0) -> Stored | None:
        """Return the whole table, as the archive would."""
        (version, head), seed, raw = await self._client.execute_all(
            [
                ("HMGET", keyspace.meta(table), "v", "h"),
                ("GET", keyspace.seed(table)),
                ("XRANGE", keyspace.events(table), "-", "+"),
            ]
        )
        if version is None and seed is None and not raw:
            return await self._archived(table, 0)
        entries = _entries(raw)
        if version is None or seed is None or not entries or entries[-1].last != int(version):
            raise BrokenTable(table)
        return Stored(seed, int(version), head, with_heads(first_head(table), seed, entries))

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        stored = await self.load(table)
        if stored is None:
            return ()
        most = stored.version if limit is None else after + limit
        return tuple(each for each in stored.entries if each.last > after and each.first <= most)

    async def count_entries(self, table: TableId) -> None:
        """Note how many entries the stream has, as an append expects it; 0.3 did not."""
        count = await self._client.execute("XLEN", keyspace.events(table))
        await self._client.execute("HSET", keyspace.meta(table), "n", count)


def _entries(raw: list[Any]) -> list[Entry]:
    found = [dict(zip(flat[::2], flat[1::2], strict=True)) for _, flat in raw]
    events = [fields[b"e"] for fields in found]
    records = {n: fields[b"c"] for n, fields in enumerate(found, 1) if b"c" in fields}
    return [*entries_from(events, records, FORMAT_2)]
