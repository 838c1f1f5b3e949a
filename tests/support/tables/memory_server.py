"""One event log in memory, any number of processes that use it, and three players."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from application.ports.event_log import Reply
from application.table_cache import TableCache
from domain.games.gumball_rally.commands import Play
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.commit import Commit
from domain.kernel.ids import Seat, TableId
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table.commands import OpenTable
from tests.support.stores.memory_log import MemoryLog
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.party import GAME
from tests.support.tables.table_spec import PLAYERS

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
