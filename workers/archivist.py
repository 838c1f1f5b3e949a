"""Moves closed tables into the archive: verify, pack, record, delete; each step may be repeated."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from msgspec import json

from application.play.ancestors import with_ancestors
from application.ports.archive import Archived, Packed
from application.ports.event_log import BrokenTable, EventLog, UnreadableTable
from application.ports.leaderboard import LeaderboardStore
from application.ports.public_log import LogQueue
from application.ports.world import World
from domain.audit.finding import Flaw
from domain.audit.stored_history import find_flaw
from domain.judging.codec import decoded
from domain.judging.rows.row import fold_row
from domain.judging.stored import Stored
from domain.kernel.ids import TableId, millis
from domain.table.end_events import TableClosed
from projections.leaderboard.results import result
from projections.table_list.query import archived_row
from store.archive.log import RedisArchiveWriter
from store.feeds.trimming import RedisFeedTrim
from store.tables.table_registry import RegistryScan
from workers.readers.table_list import readable_rows

LEASE_MS = 60_000
MOST_UNMERGED_MS = 24 * 3_600_000  # for scrubs; readers and the public feed have them already
AT_ONCE = 100  # tables; to decode their rows takes 2 ms

log = logging.getLogger(__name__)


class ArchivePolicy(NamedTuple):
    """When tables are archived, in ms, and how large a segment becomes."""

    after_ms: float  # the end of a table
    wait_ms: float  # for further tables of the same game
    feed_ms: float  # that commits stay in the public feed
    tables: int = 1_000
    size: int = 64 << 20  # bytes of histories


class Due(NamedTuple):
    """A table that may be archived."""

    game: str
    closed: int  # ms since 1970
    table: TableId


class Sources(NamedTuple):
    """What the archivist reads of a table before it packs it."""

    scan: RegistryScan
    log: EventLog
    places: LeaderboardStore
    queue: LogQueue


class Archivist:
    def __init__(
        self,
        name: str,
        writer: RedisArchiveWriter,
        feeds: RedisFeedTrim,
        sources: Sources,
        world: World,
        policy: ArchivePolicy,
        pause_seconds: float,
    ) -> None:
        self._name = name
        self._writer = writer
        self._feeds = feeds
        self._sources = sources
        self._world = world
        self._policy = policy
        self._pause = pause_seconds
        self._damaged: set[TableId] = set()

    async def step(self) -> int:
        """Archive what is due, and finish what was begun; return how many tables were deleted."""
        deleted = await self.work()
        await asyncio.sleep(self._pause)
        return deleted

    async def look(self, request: Callable[[], Awaitable[object]]) -> None:
        """Trim the feeds, and request `work` of another process if there is any."""
        if await self._writer.lease(self._name, LEASE_MS):
            began = self._world.now()
            await self._trim()
            if await self._has_work():
                await request()
            else:
                await self._writer.finished(began)
        await asyncio.sleep(self._pause)

    async def work(self) -> int:
        """Archive what is due if this archivist has the lease."""
        if not await self._writer.lease(self._name, LEASE_MS):
            return 0
        began = self._world.now()
        deleted = await self.archive()
        await self._writer.finished(began)
        return deleted

    async def archive(self) -> int:
        """Finish what an archivist that was stopped has begun, then archive what is due."""
        for segment in await self._writer.unknown():
            await self._writer.enter(segment)
        deleted = await self._delete_pending()
        await self._trim()
        for game, tables in (await self._ready()).items():
            while tables and (packed := await self._packed(tables)):
                if not await self._writer.lease(self._name, LEASE_MS):
                    return deleted  # another archivist has the lease, and packs these tables
                segment = await self._writer.write(game, packed, self._world.now())
                number = await self._writer.enter(segment)
                log.info("segment %d: %d tables of %s archived", number, len(packed), game)
                deleted += await self._delete_pending()
        return deleted

    async def _has_work(self) -> bool:
        begun = await self._writer.unknown() or await self._writer.pending()
        return bool(begun or await self._ready())

    async def _trim(self) -> None:
        now, kept = self._world.now(), self._policy.feed_ms
        await self._feeds.trim(int(now - min(kept, MOST_UNMERGED_MS)))
        await self._feeds.trim_public(int(now - kept))

    async def _delete_pending(self) -> int:
        return sum([await self._writer.delete(each) for each in await self._writer.pending()])

    async def _ready(self) -> dict[str, list[Due]]:
        """Return the tables whose segment is full, or whose oldest has waited long enough."""
        found: dict[str, list[Due]] = {}
        for due in sorted(await self._due()):
            found.setdefault(due.game, []).append(due)
        latest = self._world.now() - self._policy.after_ms - self._policy.wait_ms
        return {
            game: tables
            for game, tables in found.items()
            if len(tables) >= self._policy.tables or tables[0].closed <= latest
        }

    async def _due(self) -> list[Due]:
        latest = self._world.now() - self._policy.after_ms
        found: list[Due] = []
        async for tables in self._sources.scan.batches(AT_ONCE):
            for table, row in (await readable_rows(self._sources.log, tables)).items():
                if table not in self._damaged and row is not None and row.finished_at is not None:
                    closed = millis(row.finished_at)
                    found += [Due(row.game, closed, table)] if closed <= latest else []
        busy = await self._feeds.unsettled()
        return [due for due in found if due.table not in busy]

    async def _packed(self, tables: list[Due]) -> list[Packed]:
        """Take tables from the list until a segment is full; leave out those that are damaged."""
        packed: list[Packed] = []
        size = 0
        while tables and len(packed) < self._policy.tables and size < self._policy.size:
            table = tables.pop(0).table
            if not await self._writer.lease(self._name, LEASE_MS):
                return []
            if (one := await self._verified(table)) is not None:
                packed.append(one)
                size += sum(map(len, one.stored.events))
        return packed

    async def _verified(self, table: TableId) -> Packed | None:
        """Return a table that is sound by the rules, with what is listed of it."""
        stored: Stored | None = None
        try:
            stored = await self._sources.log.load(table)
            if stored is None:
                return None  # another archivist was faster
            flaw: object = await self._flaw(table, stored)
        except (BrokenTable, UnreadableTable) as why:
            flaw = why
        if flaw is not None or stored is None:
            log.error("table %s is damaged and stays in the store: %s", table, flaw)
            self._damaged.add(table)
            return None
        if not isinstance(decoded(stored.entries[-1:])[-1].event, TableClosed):
            return None  # its stored row is wrong; scrub reports that
        [place] = await self._sources.places.places([table])
        [logged] = await self._sources.queue.places([table])
        if place is None or logged is None:
            return None  # the leaderboards do not know it yet, or its server is away
        places = {kind: f"{each.number}:{each.log}" for kind, each in logged.items()}
        return Packed(stored, archived_table(stored, place, places))

    async def _flaw(self, table: TableId, stored: Stored) -> Flaw | None:
        whole = await with_ancestors(self._sources.log, stored)
        return await asyncio.to_thread(find_flaw, table, whole, False)


def archived_table(stored: Stored, place: int, logged: dict[str, str]) -> Archived:
    """Return what the archive keeps about a table beside its history."""
    history = decoded(stored.entries)
    row = fold_row(None, history)
    assert row is not None
    return Archived(archived_row(row), stored.head, json.encode(result(history)), place, logged)
