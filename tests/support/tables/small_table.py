"""The smallest complete table: luck, hands, a command with an idempotency key, and an end."""

import asyncio
from functools import cache

from application.handle import handle
from application.open_table import open_table
from application.table_cache import TableCache
from application.world import new_id
from domain.games import GAMES
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.commands.opening import OPEN_FOR_MS
from domain.judging.commit import Key
from domain.judging.decision_clock import awaited
from domain.judging.stored import Stored
from domain.kernel.messages import Command
from domain.table.commands import CallTime, Leave, LogKeys, OpenTable, Sit, Start
from domain.table.state import Running
from projections.history.bundle import LINES, Frame
from tests.support.histories.bundles import told
from tests.support.players.fixed_world import FixedWorld
from tests.support.stores.memory_log import MemoryLog

GAME = "gumball_rally"
SEATS = 3


class SmallTable:
    """A table on a log of its own, and its players."""

    def __init__(self, name: str = "small") -> None:
        self.world = FixedWorld(name=name)
        self.log = MemoryLog(self.world.now)
        self.tables = TableCache(self.log, self.world)
        self.players = [new_id(self.world) for _ in range(SEATS)]
        self.table = ""

    async def start(self, log: LogKeys | None = None) -> None:
        opening = OpenTable(GAME, seats=SEATS, clock=None, log=log)
        self.table = (await open_table(self.tables, ByPlayer(self.players[0]), opening)).table
        for player in self.players:
            await self.ask(ByPlayer(player), Sit())
        await self.ask(ByPlayer(self.players[0]), Start())

    async def ask(self, who: ByPlayer, command: Command, key: Key | None = None) -> None:
        self.world.wait(1_000)
        await handle(self.tables, self.table, who, command, key)

    async def move(self, key: Key | None = None) -> None:
        state = (await self.tables.find(self.table)).state
        assert isinstance(state, Running)
        seat = min(awaited(state))
        command = GAMES[GAME].legal(state.play, seat)[0]
        await self.ask(ByPlayer(self.players[seat], seat), command, key)

    async def leave(self) -> None:
        """Let all players leave, so that the table is abandoned."""
        for seat, player in enumerate(self.players):
            await self.ask(ByPlayer(player), Leave(seat))

    async def finish(self) -> None:
        """Play from the opening to the end."""
        await self.start()
        while isinstance((await self.tables.find(self.table)).state, Running):
            await self.move()

    async def stored(self) -> Stored:
        stored = await self.log.load(self.table)
        assert stored is not None
        return stored


@cache
def small() -> tuple[str, Stored]:
    """Return a table that was started and abandoned after one card."""

    async def play() -> tuple[str, Stored]:
        table = SmallTable()
        await table.start()
        await table.move(Key("my own key", b"{}"))
        await table.leave()
        return table.table, await table.stored()

    return asyncio.run(play())


@cache
def tiny() -> tuple[str, Stored]:
    """Return a table that was opened, had one player and expired."""

    async def wait() -> tuple[str, Stored]:
        table = SmallTable("tiny")
        opening = OpenTable(GAME, seats=SEATS, clock=None)
        table.table = (await open_table(table.tables, ByPlayer(table.players[0]), opening)).table
        await table.ask(ByPlayer(table.players[0]), Sit(), Key("my own key", b"{}"))
        table.world.wait(OPEN_FOR_MS)
        await handle(table.tables, table.table, ByClock(), CallTime())
        return table.table, await table.stored()

    return asyncio.run(wait())


def bundle(frame: Frame = LINES) -> bytes:
    return told(*small(), frame)
