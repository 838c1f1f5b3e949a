"""A developer who plays all seats of a sandbox, in this process."""

import re
from typing import Any

from application.handle import handle
from application.open_table import open_table
from application.sandbox import advance_clock
from application.table_cache import TableCache
from application.world import new_id
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.judging.codec import decoded
from domain.judging.decision_clock import awaited
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.table.commands import AdvanceClock, OpenTable, Sit, Start
from domain.table.opening_events import LuckDrawn
from domain.table.sandbox import Sandbox, ScriptedDeal
from domain.table.state import Running
from projections.history.bundle import LINES, Frame
from tests.support.histories.bundles import told
from tests.support.players.fixed_world import FixedWorld
from tests.support.stores.memory_log import MemoryLog

GAME = "galopp_royal"
SEED = "5a" * 32


class Developer:
    """One player at every seat of a sandbox, as a test of a client has it."""

    def __init__(self, name: str = "one") -> None:
        self.world = FixedWorld(name=name)
        self.log = MemoryLog(self.world.now)
        self.tables = TableCache(self.log, self.world)
        self.players = [new_id(self.world) for _ in range(3)]
        self.table = ""

    async def start(self, sandbox: Sandbox, game: str = GAME, clock: Any = "rules") -> None:
        host = ByPlayer(self.players[0])
        opening = OpenTable(game, seats=3, clock=clock, sandbox=sandbox)
        self.table = (await open_table(self.tables, host, opening)).table
        for player in self.players:
            self.world.wait(7_000)
            await handle(self.tables, self.table, ByPlayer(player), Sit())
        await handle(self.tables, self.table, host, Start())

    async def live(self) -> LiveTable:
        return await self.tables.fresh(self.table)

    async def move(self) -> None:
        state = (await self.live()).state
        assert isinstance(state, Running)
        seat = min(awaited(state))
        command = GAMES[state.setup.game].legal(state.play, seat)[0]
        self.world.wait(3_000)
        await handle(self.tables, self.table, ByPlayer(self.players[seat], seat), command)

    async def finish(self) -> None:
        while isinstance((await self.live()).state, Running):
            await self.move()

    async def advance(self, seconds: int, by: int = 0) -> LiveTable:
        who, command = ByPlayer(self.players[by]), AdvanceClock(seconds)
        return await advance_clock(self.tables, self.table, who, command, None, lambda _: None)

    async def history(self) -> list[Any]:
        return [each.event for each in decoded(await self.log.read(self.table))]

    async def text(self) -> str:
        """Return the history without the ids, and what follows from them."""
        stored = b"\n".join(each.event for each in await self.log.read(self.table)).decode()
        for n, each in enumerate((self.table, *self.players)):
            stored = stored.replace(each, f"id {n}")
        return re.sub(r'"commitment":"\w+"', "", stored)

    async def draws(self) -> list[Any]:
        events = await self.history()
        return [draw for each in events if isinstance(each, LuckDrawn) for draw in each.draws]

    async def bundle(self, frame: Frame = LINES) -> bytes:
        stored = await self.log.load(self.table)
        assert stored is not None
        return told(self.table, stored, frame)


async def sandbox_bundle() -> tuple[TableId, bytes]:
    """Return a finished sandbox with scripted draws, a moved clock and a seat that was late."""
    one = Developer()
    await one.start(
        Sandbox(SEED, (ScriptedDeal("die", 1), ScriptedDeal("bearers", (4, 2)))), clock=60
    )
    await one.advance(60)
    await one.finish()
    return one.table, await one.bundle()
