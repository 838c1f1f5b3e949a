"""The event log with its archive: a table that has left the store is read from its segment."""

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from application.ports.archive import Packed
from application.ports.event_log import BrokenTable
from domain.judging.rows.codec import decode_archived_row
from domain.judging.rows.row import Row
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import TableId
from store import keyspace
from store.archive.archive import Archive
from store.archive.segment import Located, SegmentBroken, name_of, pack, read_named
from store.client.base import StoreClient
from store.client.connection import Argument
from store.client.lease import take_lease
from store.heartbeat import RedisHeartbeat
from store.lists.leaderboard import RedisLeaderboardStore
from store.lists.table_list import RedisTableListStore
from store.lua import functions
from store.tables.log import RedisEventLog


class ArchivedLog(RedisEventLog):
    def __init__(
        self,
        client: StoreClient,
        heartbeat: RedisHeartbeat,
        archive: Archive,
        writer: StoreClient | None = None,
    ) -> None:
        super().__init__(client, heartbeat, writer)
        self._archive = archive

    async def load(self, table: TableId, after: int = 0) -> Stored | None:
        """Return the table; it may leave the store while it is read."""
        try:
            found = await super().load(table, after)
        except BrokenTable:
            found = await self._archived(table, after)
            if found is None:
                raise
        return found if found is not None else await self._archived(table, after)

    def is_archived(self, table: TableId) -> bool:
        return self._archive.indexed(table) is not None

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        """Return a page; an empty one is only believed if the table has not left the store."""
        if limit is not None and limit <= 0:
            return ()
        command = self._range(table, after, limit)
        found, gone = await self._client.execute_all([command, _tombstone(table)])
        if found or gone is None:
            return self._decoded(found, after, limit)
        return await self._archive.read(table, gone, after, limit)

    async def rows(self, tables: Sequence[TableId]) -> list[Row | None]:
        found = await super().rows(tables)
        for n, table in enumerate(tables):
            if found[n] is None and (archived := await self._archive.known(table)) is not None:
                found[n] = decode_archived_row(archived.row.body)
        return found

    async def head(self, table: TableId) -> tuple[int, bytes] | None:
        found = await super().head(table)
        if found is None and (archived := await self._archive.known(table)) is not None:
            return archived.version, archived.head
        return found

    async def _archived(self, table: TableId, after: int) -> Stored | None:
        gone = await self._client.execute(*_tombstone(table))
        stored = None if gone is None else await self._archive.load(table, gone)
        if stored is None or not after:
            return stored
        since = tuple(each for each in stored.entries if each.last > after)
        return Stored(stored.seed, stored.version, stored.head, since)


def _tombstone(table: TableId) -> tuple[Argument, ...]:
    return ("HGET", keyspace.gone(keyspace.partition(table)), table)


# Writes segments and moves tables into them; a crash leaves one copy of a table, or both.

AT_ONCE = 20  # tables


class RedisArchiveWriter:
    """Moves tables into the archive; every step may be repeated, by any process."""

    def __init__(self, client: StoreClient, archive: Archive, fingerprint: str) -> None:
        self._client = client
        self._archive = archive
        self._fingerprint = fingerprint
        self._table_list = RedisTableListStore(client)
        self._leaderboard = RedisLeaderboardStore(client)

    async def lease(self, writer: str, ms: int) -> bool:
        """Take or renew the right to write; two writers do no harm, only double work."""
        return await take_lease(self._client, keyspace.ARCHIVIST, writer, ms)

    async def write(self, game: str, tables: Sequence[Packed], now: int) -> str:
        """Write a segment, read it again and compare; return its name."""
        content = await asyncio.to_thread(pack, game, tables, now)
        name = name_of(content)
        await self._archive.objects.create(name, content)
        written = await self._archive.objects.get(name)
        _, stored = await asyncio.to_thread(read_named, written, name)
        if stored != [_archived_form(each) for each in tables]:
            raise SegmentBroken(f"segment {name} was not stored as it was written")
        return name

    async def enter(self, segment: str) -> int:
        """Enter a segment into the catalogue; return its number, always the same."""
        keys: list[Argument] = [
            *(keyspace.ARCHIVE_CATALOGUE, keyspace.ARCHIVE_NUMBERS),
            keyspace.ARCHIVE_PENDING,
        ]
        return int(await functions.call(self._client, "enter_segment", keys, segment))

    async def finished(self, now: int) -> None:
        """Note that everything that was due at this time is archived."""
        await self._client.execute("SET", keyspace.ARCHIVE_ROUND, now)

    async def unknown(self) -> list[str]:
        """Return the segments that no catalogue names: their writer was stopped."""
        known = set((await self._archive.catalogue()).values())
        found = [name for name in await self._archive.objects.names() if name not in known]
        return [name for name in found if await self._is_whole(name)]

    async def pending(self) -> list[int]:
        """Return the segments whose tables may still be in the store."""
        members = await self._client.execute("SMEMBERS", keyspace.ARCHIVE_PENDING)
        return sorted(map(int, members))

    async def delete(self, segment: int) -> int:
        """Delete the tables of a segment from the store; return how many it has deleted.

        A table with another version or head is left alone.
        """
        name = (await self._archive.catalogue())[segment]
        await self._archive.add([name])
        _, footer = await self._archive.footer(name)
        deleted = 0
        for start in range(0, len(footer.tables), AT_ONCE):
            batch = footer.tables[start : start + AT_ONCE]
            calls = [self._deletion(each, segment) for each in batch]
            replies = await functions.call_all(self._client, calls)
            deleted += replies.count(1)
            left = [each for each, reply in zip(batch, replies, strict=True) if reply >= 0]
            await self._table_list.drop_rows(each.archived.row for each in left)
            await self._leaderboard.drop_places([each.archived.table for each in left])
        await self._client.execute("SREM", keyspace.ARCHIVE_PENDING, segment)
        return deleted

    async def _is_whole(self, name: str) -> bool:
        """Return whether an object is a segment; a stopped writer may leave a part of one."""
        content = await self._archive.objects.get(name)
        try:
            await asyncio.to_thread(read_named, content, name)
        except SegmentBroken:
            return False
        return True

    def _deletion(self, each: Located, segment: int) -> list[Argument]:
        table = each.archived.table
        p = keyspace.partition(table)
        keys: list[Argument] = [
            *(keyspace.meta(table), keyspace.tables(p), keyspace.gone(p), keyspace.deadlines(p)),
            *(key for key in keyspace.table_keys(table) if key != keyspace.meta(table)),
            keyspace.snapshots(table, self._fingerprint),
        ]
        words = (table, each.archived.version, each.archived.head, segment)
        return functions.fcall("archive_table", keys, *words)


def _archived_form(packed: Packed) -> Stored:
    """Return a history as the archive has it: without ids and idempotency keys."""
    entries = tuple(replace(each, digest=b"", key=None) for each in packed.stored.entries)
    return replace(packed.stored, entries=entries, ancestors=(), row=None)
