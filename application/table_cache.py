"""A cache of tables; the least recently used are dropped and read again when needed."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol

from application.lib.lru import Lru
from application.lost_events import is_rewritten
from application.ports.event_log import EventLog
from application.ports.snapshots import Snapshots
from application.ports.world import World
from application.snapshots import SnapshotFold
from domain.games import UNKNOWN_RULES
from domain.judging.codec import decoded
from domain.judging.commit import SaltedEvent
from domain.judging.live_table import (
    LiveTable,
    restored_without_chain,
    restored_without_rules,
)
from domain.judging.rows.row import fold_row as folded_row
from domain.kernel.ids import TableId
from domain.kernel.refusals import Rejected


class Watcher(Protocol):
    """Gets the events of a table that this process stores; entered while a command is stored."""

    def __enter__(self) -> object: ...
    def __exit__(self, *failure: object) -> None: ...
    def stored(self, live: LiveTable, events: Sequence[SaltedEvent]) -> None:
        """Take the events that a command of this process has just stored."""


class Bots(Protocol):
    """Plays for the bots that must answer what this process stores."""

    def wake(self, live: LiveTable) -> None:
        """Answer soon for the bots of a table, if any of them must."""

    def judged(self, game: str, seconds: float) -> None:
        """Note how much processor time the choice of a bot has taken."""


class NoBots:
    """In a process that plays for none; the timers of another one wake them."""

    def wake(self, live: LiveTable) -> None:
        pass

    def judged(self, game: str, seconds: float) -> None:
        pass


def _ignored(_: int) -> None:
    pass


class TableCache:
    """The tables of one process, read from the log when they are first used."""

    def __init__(
        self,
        log: EventLog,
        world: World,
        capacity: int = 10_000,
        reading: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
        on_load: Callable[[int], None] = _ignored,
        snapshots: Snapshots | None = None,
    ) -> None:
        """`reading` surrounds each load for a reader; `on_load` gets its number of events.

        Without snapshots every load folds the whole history: so do those who check it.
        """
        self.log = log
        self.watchers: dict[TableId, Watcher] = {}
        self.bots: Bots = NoBots()
        self.sending: set[TableId] = set()  # whose commands were sent without waiting
        self.past = SnapshotFold(log, snapshots)
        self._reading = reading
        self._on_load = on_load
        self._loading: dict[TableId, asyncio.Future[None]] = {}
        self.world = world
        self._live: Lru[TableId, LiveTable] = Lru(capacity)
        self._verified: dict[TableId, int] = {}  # the interruption since which it was compared

    @property
    def cached(self) -> int:
        """Return how many tables are in the cache."""
        return len(self._live)

    async def find(self, table: TableId) -> LiveTable:
        """Return the table as last known here; no round trip if it is cached.

        After an interruption of the store it is compared once with what is stored now.
        """
        while (ready := self.ready(table)) is None:
            if (live := self._live.get(table)) is not None:
                await self._compare(live)
            elif (loading := self._loading.get(table)) is not None:
                await asyncio.wait([loading])  # another caller loads it; if that fails, try again
            else:
                return await self._load(table)
        return ready

    def ready(self, table: TableId) -> LiveTable | None:
        """Return a table as last known here if that needs no round trip."""
        live = self._live.get(table)
        if live is None or self._verified[table] != self.log.interruptions:
            return None
        self._live.move_to_end(table)
        return live

    def remembered(self, table: TableId) -> LiveTable | None:
        """Return a cached table; it may have changed in the store."""
        return self._live.used(table)

    async def _load(self, table: TableId) -> LiveTable:
        loading = self._loading[table] = asyncio.get_running_loop().create_future()
        interruptions = self.log.interruptions
        try:
            return self.keep(await self.past.load(table, self._on_load), interruptions)
        finally:
            del self._loading[table]
            loading.set_result(None)

    async def fresh(self, table: TableId) -> LiveTable:
        """Return the table as it is now: a cached one is caught up with one round trip."""
        while table in self._live or table in self._loading:
            live = await self.find(table)
            await self.refresh(live)  # what another caller has loaded may be older
            if self.holds(live):
                return live
        async with self._reading():
            return await self.find(table)

    async def readable(self, table: TableId) -> LiveTable:
        """Return the table for a reader of its history, who checks the chain.

        It comes without its play if it is archived or if its rules are not installed.
        """
        if table not in self._live and self.log.is_archived(table):
            return await self._without_play(table)
        try:
            return await self.fresh(table)
        except Rejected as unknown:
            if unknown.code != UNKNOWN_RULES:
                raise
        async with self._reading():
            live = restored_without_rules(table, await self.log.load(table))
            self._on_load(live.version)
            return live

    async def _without_play(self, table: TableId) -> LiveTable:
        async with self._reading():
            live = restored_without_chain(table, await self.log.load(table))
            self._on_load(live.version)
            return live

    async def refresh(self, live: LiveTable) -> bool:
        """Fold the events stored since the last read; return whether there were any.

        If the store has lost events that the table has, the table is dropped.
        """
        known, interruptions = (live.version, live.head), self.log.interruptions
        stored = await self.log.head(live.table)
        if stored is None or (stored != known and stored[0] <= known[0]):
            self.forget(live)
            return False
        caught_up = False
        if stored[0] > live.version:
            caught_up = live.catch_up(await self.log.read(live.table, after=live.version))
        if live.version == stored[0] and live.head != stored[1]:
            self.forget(live)
        elif self.holds(live):
            self._verified[live.table] = interruptions
        return caught_up

    async def _compare(self, live: LiveTable) -> None:
        """Drop the table unless the stored history still has all that it has."""
        interruptions = self.log.interruptions
        if await is_rewritten(self.log, live.table, live.seed, live.version, live.head):
            self.forget(live)
        elif self.holds(live):
            self._verified[live.table] = interruptions

    async def fold_row(self, live: LiveTable) -> None:
        """Fold the row of a table whose stored one is missing or in another form."""
        while live.row is None and (version := live.version):
            row = folded_row(None, decoded(await self.log.read(live.table, limit=version)))
            if version == live.version:  # otherwise another task has changed it meanwhile
                live.row = row

    def holds(self, live: LiveTable) -> bool:
        """Return whether this is the table that is cached."""
        return self._live.get(live.table) is live

    def forget(self, live: LiveTable) -> None:
        """Drop the table, so that the next use reads it from the store."""
        if self.holds(live):
            self._live.drop(live.table)
            del self._verified[live.table]

    def keep(self, live: LiveTable, interruptions: int | None = None) -> LiveTable:
        """Cache the table, or update the one that is cached; return the cached one.

        `interruptions`: how many there had been before the table was read.
        """
        seen = self.log.interruptions if interruptions is None else interruptions
        self._verified.setdefault(live.table, seen)
        if (cached := self._live.get(live.table)) is None:
            cached = live
            for dropped in self._live.put(live.table, live):
                del self._verified[dropped]
        cached.advance(live.version, live.head, live.at, live.state, live.row)
        return cached
