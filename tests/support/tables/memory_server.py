"""One event log in memory, any number of processes that use it, and three players."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import pytest

from application.handle import Condition, Receipt, handle
from application.open_table import open_table
from application.ports.event_log import Reply
from application.table_cache import TableCache
from domain.games.gumball_rally.commands import Play
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.commit import Commit, Key
from domain.judging.decision_clock import awaited
from domain.judging.live_table import LiveTable
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import Seat, TableId
from domain.kernel.messages import Command
from domain.kernel.rejection import Rejected
from domain.table.commands import OpenTable, Sit, Start
from domain.table.state import Running
from tests.support.players.fixed_world import FixedWorld
from tests.support.stores.memory_log import MemoryLog
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

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        while self.read_traps:
            await self.read_traps.pop(0)()
        return await super().read(table, after, limit)


class MemoryServer:
    def __init__(self) -> None:
        self.world = FixedWorld()
        self.log = TrappedLog(self.world.now)
        self.log.traps, self.log.read_traps, self.log.commits = [], [], []
        self.here = self.process()
        self.there = self.process()
        self.table: TableId = ""

    def process(self, capacity: int = 10) -> TableCache:
        return TableCache(self.log, self.world, capacity)

    async def opened(self) -> TableId:
        live = await open_table(
            self.here, ByPlayer(PLAYERS[0]), OpenTable("gumball_rally", seats=3)
        )
        self.table = live.table
        return live.table

    async def started(self) -> TableId:
        """Open a table, seat three players and start it."""
        await self.opened()
        for player in PLAYERS:
            await self.ask(ByPlayer(player), Sit())
        await self.ask(ByPlayer(PLAYERS[0]), Start())
        return self.table

    async def ask(
        self,
        who: ByPlayer | ByClock,
        command: Command,
        key: Key | None = None,
        condition: Condition | None = None,
        at: TableCache | None = None,
    ) -> Receipt:
        return await handle(
            self.here if at is None else at, self.table, who, command, key, condition
        )

    async def stored(self) -> Stored:
        """Return the stored history of the table."""
        history = await self.log.load(self.table)
        assert history is not None
        return history

    async def live(self) -> LiveTable:
        return await self.here.fresh(self.table)

    async def on_turn(self) -> Seat:
        (seat,) = awaited((await self.live()).state)
        return seat

    async def play(self, key: Key | None = None, at: TableCache | None = None) -> Receipt:
        """Let the player on turn play the first card of the hand."""
        seat = await self.on_turn()
        return await self.ask(sitting(seat), await self.first_card(seat), key, at=at)

    async def first_card(self, seat: Seat) -> Play:
        state = (await self.live()).state
        assert isinstance(state, Running)
        return Play(state.play.hands[seat][0])


def sitting(seat: Seat) -> ByPlayer:
    return ByPlayer(PLAYERS[seat], seat)


async def versions(server: MemoryServer) -> int:
    """Return the number of stored events."""
    return len(await server.log.read(server.table))


async def refused(server: MemoryServer, who: ByPlayer | ByClock, command: Command) -> str:
    """Return the code of the expected rejection."""
    with pytest.raises(Rejected) as refusal:
        await server.ask(who, command)
    return refusal.value.code
