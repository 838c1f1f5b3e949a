"""A table on a log in memory: the same in every run, with a time that the test moves."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import TypeAlias

import pytest

from application.ports.event_log import Reply
from application.table_cache import TableCache
from application.world import new_id
from domain.games.gumball_rally.commands import Play
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.commands.opening import OPEN_FOR_MS
from domain.judging.commit import Commit, Key
from domain.judging.stored import Stored
from domain.kernel.ids import Seat, TableId
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table.commands import CallTime, OpenTable, Watch
from projections.history.bundle import LINES, Frame
from tests.support.histories.bundles import history_bundle
from tests.support.players.fixed_world import FixedWorld
from tests.support.players.people import PLAYERS
from tests.support.stores.memory_log import MemoryLog
from tests.support.tables.party import GAME, SIT, Party

SEATS = 3
KEY = Key("my own key", b"{}")


class MemoryTable(Party):
    def __init__(self, name: str = "small", people: int = SEATS) -> None:
        self.world = FixedWorld(name=name)
        self.log = MemoryLog(self.world.now)
        tables = TableCache(self.log, self.world)
        super().__init__(tables, "", [new_id(self.world) for _ in range(people)])

    def pause(self) -> None:
        self.world.wait(1_000)


async def finished_in_memory(name: str = "small") -> MemoryTable:
    """Return a rally that was played from the opening to the end."""
    table = MemoryTable(name)
    await table.begin()
    await table.finish()
    return table


@cache
def small() -> tuple[str, Stored]:
    """Return a table that was started and abandoned after one card."""

    async def play() -> tuple[str, Stored]:
        table = MemoryTable()
        await table.begin()
        await table.play(key=KEY)
        await table.leave()
        return table.table, await table.stored()

    return asyncio.run(play())


@cache
def tiny() -> tuple[str, Stored]:
    """Return a table that was opened, had one player and expired."""

    async def wait() -> tuple[str, Stored]:
        table = MemoryTable("tiny")
        await table.open(OpenTable(GAME, seats=SEATS, clock=None))
        await table.ask(table.host, SIT, KEY)
        table.world.wait(OPEN_FOR_MS)
        await table.ask(ByClock(), CallTime())
        return table.table, await table.stored()

    return asyncio.run(wait())


def bundle(frame: Frame = LINES) -> bytes:
    return history_bundle(*small(), frame)


# A bundle about as long as people play: a championship that goes on until it has enough events.

CHAMPIONSHIP, RACERS = "gasterospeed", 6


def long_bundle(events: int) -> bytes:
    """Return the bundle of a table with at least so many events."""

    async def play() -> bytes:
        return await (await long_championship(events)).bundle()

    return asyncio.run(play())


async def long_championship(events: int) -> MemoryTable:
    """Play a championship until it has so many events, then let everybody leave.

    Each choice depends on the number of events before it.
    """
    table = MemoryTable("long", RACERS)
    await table.begin(OpenTable(CHAMPIONSHIP, seats=RACERS, clock=None))
    while (version := (await table.live()).version) < events:
        await table.play(pick=lambda legal: legal[version % len(legal)])
    await table.leave()
    return table


# Tables that were opened with every choice of who may see and watch them, and expired.

CHOICES: tuple[Watch | None, ...] = (None, "everyone", "invited", "nobody")


async def expired(watch: Watch | None, private: bool) -> tuple[str, Stored]:
    """Return the id and the history of such a table."""
    table = MemoryTable()
    await table.open(OpenTable(GAME, seats=3, private=private, watch=watch))
    table.world.wait(OPEN_FOR_MS)
    await table.ask(ByClock(), CallTime())
    return table.table, await table.stored()


# One event log in memory, any number of processes that use it, and three players.

MINUTE = 60_000
Trap: TypeAlias = Callable[[], Awaitable[object]]


class TrappedLog(MemoryLog):
    """A log that lets a test act just before an append or a read arrives."""

    traps: list[Trap]
    read_traps: list[Trap]
    commits: list[Commit]

    async def append(self, commit: Commit) -> Reply:
        while self.traps:
            await self.traps.pop(0)()
        self.commits.append(commit)
        return await super().append(commit)

    async def head(self, table: TableId) -> tuple[int, bytes] | None:
        while self.read_traps:
            await self.read_traps.pop(0)()
        return await super().head(table)


class MemoryServer(MemoryTable):
    """Two processes, `here` and `there`; no time passes by itself."""

    log: TrappedLog

    def __init__(self) -> None:
        super().__init__("world", people=0)
        self.players = list(PLAYERS)
        self.log = TrappedLog(self.world.now)
        self.log.traps, self.log.read_traps, self.log.commits = [], [], []
        self.tables = self.here = self.process()
        self.there = self.process()

    def pause(self) -> None:
        """No time passes by itself."""

    def process(self, capacity: int = 10) -> TableCache:
        return TableCache(self.log, self.world, capacity)

    async def opened(self) -> TableId:
        return (await self.open(OpenTable(GAME, seats=3))).table

    async def started(self) -> TableId:
        """Open a table, seat three players and start it."""
        await self.begin(OpenTable(GAME, seats=3))
        return self.table

    async def first_card(self, seat: Seat) -> Play:
        """Return the first card of a hand, whether or not it can be played now."""
        return Play((await self.running()).play.hands[seat][0])


def sitting(seat: Seat) -> ByPlayer:
    return ByPlayer(PLAYERS[seat], seat)


async def versions(server: MemoryServer) -> int:
    """Return the number of stored events."""
    return (await server.log.read(server.table))[-1].last


async def refused(server: MemoryServer, who: ByPlayer | ByClock, command: Command) -> str:
    """Return the code of the expected rejection."""
    with pytest.raises(Rejected) as refusal:
        await server.ask(who, command)
    return refusal.value.code
