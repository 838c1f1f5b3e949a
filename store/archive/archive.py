"""Reads archived tables: an index says where each is, and segments hold their histories."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Mapping, Sequence

from zstandard import ZstdCompressionDict

from application.lib.lru import Lru
from application.ports.archive import (
    Archived,
    ArchivePlace,
    SegmentContents,
)
from application.ports.event_log import BrokenTable
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import TableId
from store import keyspace
from store.archive.index import ArchiveIndex, Indexed
from store.archive.objects import Objects
from store.archive.segment import (
    TRAILER_BYTES,
    Footer,
    SegmentBroken,
    dictionary_of,
    read_footer,
    read_named,
    read_table,
    read_trailer,
)
from store.client.base import StoreClient

MOST_EVENTS = 50_000  # of decoded tables that a process keeps
MOST_DICTIONARIES = 32

log = logging.getLogger(__name__)


class Archive:
    """The archive for those who check and rebuild."""

    def __init__(self, client: StoreClient, place: ArchivePlace) -> None:
        self._client = client
        self.objects = Objects(place.url)
        self.index = ArchiveIndex(place.index_file)
        self._decoded: Lru[TableId, Stored] = Lru(MOST_EVENTS, lambda stored: stored.version)
        self._dictionaries: Lru[str, ZstdCompressionDict | None] = Lru(MOST_DICTIONARIES)
        self._adding = asyncio.Lock()

    async def catalogue(self) -> dict[int, str]:
        """Return number and name of every segment."""
        flat = await self._client.execute("HGETALL", keyspace.ARCHIVE_CATALOGUE)
        pairs = zip(flat[::2], flat[1::2], strict=True)
        return {int(number): name.decode() for number, name in pairs}

    async def refresh(self) -> None:
        """Add the segments to the index that were catalogued since.

        Lists are served without one that is damaged or missing.
        """
        known = self.index.totals()[0]
        if known == await self._client.execute("HLEN", keyspace.ARCHIVE_CATALOGUE):
            return
        listed = self.index.segments()
        for name in set((await self.catalogue()).values()) - listed:
            try:
                await self.add([name])
            except SegmentBroken as why:
                log.error("segment %s is left out of the lists: %s", name, why)  # noqa: TRY400

    async def lateness(self, now: int) -> float:
        """Return the seconds since an archivist last had nothing left to do; `inf` if never."""
        finished = await self._client.execute("GET", keyspace.ARCHIVE_ROUND)
        return math.inf if finished is None else max(0.0, (now - int(finished)) / 1000)

    async def add(self, names: Sequence[str]) -> None:
        """Add segments to the index from their footers."""
        async with self._adding:
            known = self.index.segments()
            for name in (each for each in names if each not in known):
                size, footer = await self.footer(name)
                await asyncio.to_thread(self.index.add, name, size, footer)

    async def rebuild(self) -> None:
        """Rebuild the index from the footers of all catalogued segments."""
        await asyncio.to_thread(self.index.clear)
        await self.add(list((await self.catalogue()).values()))

    async def segments(self) -> AsyncIterator[SegmentContents]:
        """Read every catalogued segment and check all of its bytes."""
        for number, name in (await self.catalogue()).items():
            try:
                content = await self.objects.get(name)
                footer, _ = await asyncio.to_thread(read_named, content, name)
            except SegmentBroken as why:
                yield SegmentContents(number, name, [], f"It cannot be read: {why}.")
            else:
                tables = [each.archived for each in footer.tables]
                yield SegmentContents(number, name, tables)

    async def tombstones(self) -> dict[TableId, int]:
        """Return the tables that have left the store, and the numbers of their segments."""
        keys = [("HGETALL", keyspace.gone(p)) for p in range(keyspace.PARTITIONS)]
        found: dict[TableId, int] = {}
        for flat in await self._client.execute_all(keys):
            pairs = zip(flat[::2], flat[1::2], strict=True)
            found |= {table.decode("utf-8", "replace"): int(number) for table, number in pairs}
        return found

    async def put_tombstones(self, numbers: Mapping[TableId, int]) -> None:
        """Write the tombstones of tables that are in these segments."""
        for table, number in numbers.items():
            key = keyspace.gone(keyspace.partition(table))
            await self._client.execute("HSET", key, table, number)

    def indexed(self, table: TableId) -> Archived | None:
        """Return what the index says about a table."""
        found = self.index.find(table)
        return None if found is None else found.archived

    def indexed_tables(self) -> set[TableId]:
        """Return all tables of the index."""
        return set(self.index.tables())

    def indexed_places(self) -> dict[int, TableId]:
        """Return the places in the order of finished tables that archived tables have."""
        return dict(self.index.after(0, -1))

    async def find(self, table: TableId, gone: bytes | None = None) -> Indexed | None:
        """Return where an archived table is; `gone` is its tombstone, if that was read."""
        if (found := self.index.find(table)) is not None:
            return found
        if gone is None:
            key = keyspace.gone(keyspace.partition(table))
            gone = await self._client.execute("HGET", key, table)
        if gone is None:
            return None
        name = await self._client.execute("HGET", keyspace.ARCHIVE_CATALOGUE, gone)
        if name is None:
            raise BrokenTable(table)
        await self._add_of(table, name.decode())
        return self.index.find(table)

    async def known(self, table: TableId) -> Archived | None:
        """Return what the archive knows about a table beside its history."""
        found = await self.find(table)
        return None if found is None else found.archived

    async def load(self, table: TableId, gone: bytes | None = None) -> Stored | None:
        """Return an archived table; raises BrokenTable if its segment is damaged or missing."""
        if (kept := self._decoded.used(table)) is not None:
            return kept
        found = await self.find(table, gone)
        if found is None:
            return None
        try:
            dictionary = await self._dictionary(found.segment)
            frame = await self.objects.range(found.segment, found.offset, found.length)
            stored = read_table(frame, dictionary, found.archived)
        except SegmentBroken as why:
            raise BrokenTable(f"{table}: {why}") from why
        self._decoded.put(table, stored)
        return stored

    async def read(
        self, table: TableId, gone: bytes, after: int, limit: int | None
    ) -> Sequence[Entry]:
        """Return the entries of an archived table after a version."""
        indexed = self.index.find(table)
        if indexed is not None and after >= indexed.archived.version:
            return ()
        stored = await self.load(table, gone)
        if stored is None:
            raise BrokenTable(table)
        most = stored.version if limit is None else after + limit
        return tuple(each for each in stored.entries if each.last > after and each.first <= most)

    async def footer(self, name: str) -> tuple[int, Footer]:
        """Return size and footer of a segment; raises SegmentBroken."""
        size = await self.objects.size(name)
        tail = await self.objects.range(name, max(0, size - TRAILER_BYTES), TRAILER_BYTES)
        at = read_trailer(tail, size).footer
        return size, read_footer(await self.objects.range(name, at.offset, at.length))

    def close(self) -> None:
        self.index.close()

    async def _add_of(self, table: TableId, name: str) -> None:
        try:
            await self.add([name])
        except SegmentBroken as why:
            raise BrokenTable(f"{table}: {why}") from why

    async def _dictionary(self, name: str) -> ZstdCompressionDict | None:
        if name not in self._dictionaries:
            size = await self.objects.size(name)
            tail = await self.objects.range(name, size - TRAILER_BYTES, TRAILER_BYTES)
            at = read_trailer(tail, size).dictionary
            raw = await self.objects.range(name, at.offset, at.length)
            self._dictionaries.put(name, dictionary_of(raw))
        return self._dictionaries[name]
