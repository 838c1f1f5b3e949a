"""The tables this process knows: each with its state as far as it has been read, and its seed."""

from collections import OrderedDict
from collections.abc import Generator, Iterable, Sequence
from types import coroutine

from domain.kernel.ids import TableId
from domain.kernel.rejection import Rejected
from domain.play.clock import World, millis
from domain.play.codec import Happened, decode
from domain.play.fair import extend, first_head
from domain.play.fold import NOTHING, evolve
from domain.play.log import AT_ONCE, Entry, EventLog, Stored
from domain.table.state import Table


class ChainBroken(Exception):
    """A stored history does not lead to its head: it was damaged or changed."""


@coroutine
def _others() -> Generator[None, None, None]:
    """Awaited, whoever runs this may run others before it goes on."""
    yield


class Live:
    """One table as this process knows it; the only mutable thing on the path."""

    __slots__ = ("at", "head", "seed", "state", "table", "version")

    def __init__(self, table: TableId, seed: bytes) -> None:
        self.table = table
        self.seed = seed
        self.version = 0
        self.head = first_head(table)
        self.at = 0
        self.state: Table = NOTHING

    def catch_up(self, entries: Iterable[Entry]) -> bool:
        """Fold what is new; tells whether anything was."""
        before = self.version
        for entry in entries:
            if entry.version == self.version + 1:
                self._follow(entry.event, decode(entry.event))
        return self.version > before

    async def follow(self, entries: Sequence[Entry]) -> None:
        """The same for a long history: folded some at a time, so that nobody else waits for it."""
        self.catch_up(entries[:AT_ONCE])
        for start in range(AT_ONCE, len(entries), AT_ONCE):
            await _others()
            self.catch_up(entries[start : start + AT_ONCE])

    def advance(self, version: int, head: bytes, at: int, state: Table) -> None:
        """Take over what was just appended, unless a reader has been there already."""
        if version > self.version:
            self.version, self.head, self.at, self.state = version, head, at, state

    def _follow(self, raw: bytes, happened: Happened) -> None:
        self.state = evolve(self.state, happened.event)
        self.version += 1
        self.head = extend(self.head, self.seed, self.version, (raw,))
        self.at = millis(happened.at)


class Tables:
    """The cache: least recently used tables are forgotten, never anything that is not stored."""

    def __init__(self, log: EventLog, world: World, capacity: int = 10_000) -> None:
        self.log = log
        self.world = world
        self._capacity = capacity
        self._live: OrderedDict[TableId, Live] = OrderedDict()

    @property
    def cached(self) -> int:
        return len(self._live)

    async def find(self, table: TableId) -> Live:
        """The table as last known here; no round trip if it is cached."""
        live = self._live.get(table)
        if live is None:
            return self.keep(await _awakened(table, await self.log.load(table)))
        self._live.move_to_end(table)
        return live

    async def fresh(self, table: TableId) -> Live:
        """The table as it is now: a cached one is caught up with one round trip."""
        known = table in self._live
        live = await self.find(table)
        if known:
            await self.refresh(live)
        return live

    async def refresh(self, live: Live) -> bool:
        return live.catch_up(await self.log.read(live.table, after=live.version))

    def forget(self, live: Live) -> None:
        """Read it anew next time."""
        if self._live.get(live.table) is live:
            del self._live[live.table]

    def keep(self, live: Live) -> Live:
        """The one that is kept, though somebody may have kept it before; never an older one."""
        known = self._live.setdefault(live.table, live)
        known.advance(live.version, live.head, live.at, live.state)
        if len(self._live) > self._capacity:
            self._live.popitem(last=False)
        return known


def revived(table: TableId, stored: Stored | None) -> Live:
    """Fold a whole history, and check that it is the one its head stands for."""
    live, history = _known(table, stored)
    live.catch_up(history.entries)
    return _sound(live, history)


async def _awakened(table: TableId, stored: Stored | None) -> Live:
    """The same, while others are heard."""
    live, history = _known(table, stored)
    await live.follow(history.entries)
    return _sound(live, history)


def _known(table: TableId, stored: Stored | None) -> tuple[Live, Stored]:
    if stored is None:
        raise Rejected("no_such_table", "There is no such table.")
    return Live(table, stored.seed), stored


def _sound(live: Live, stored: Stored) -> Live:
    if (live.version, live.head) != (stored.version, stored.head):
        raise ChainBroken(live.table)
    return live
