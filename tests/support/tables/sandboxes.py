"""A developer who plays all seats of a sandbox, in this process."""

import re
from typing import Any

from application.play.sandbox import advance_clock
from domain.judging.actors import ByPlayer
from domain.judging.live_table import LiveTable
from domain.judging.stored import lined
from domain.kernel.ids import TableId
from domain.table.commands import AdvanceClock, OpenTable
from domain.table.opening_events import LuckDrawn
from domain.table.sandbox import Sandbox, ScriptedDeal
from tests.support.tables.memory_table import MemoryTable

GAME = "galopp_royal"
SEED = "5a" * 32


class Developer(MemoryTable):
    """One player at every seat of a sandbox, as a test of a client has it."""

    async def begin_sandbox(self, sandbox: Sandbox, game: str = GAME, clock: Any = "rules") -> None:
        await self.begin(OpenTable(game, seats=3, clock=clock, sandbox=sandbox))

    async def advance(self, seconds: int, by: int = 0) -> LiveTable:
        who, command = ByPlayer(self.players[by]), AdvanceClock(seconds)
        return await advance_clock(self.tables, self.table, who, command, None, lambda _: None)

    async def text(self) -> str:
        """Return the history without the ids, and what follows from them."""
        stored = b"\n".join(lined(each.events) for each in await self.log.read(self.table)).decode()
        for n, each in enumerate((self.table, *self.players)):
            stored = stored.replace(each, f"id {n}")
        return re.sub(r'"commitment":"\w+"', "", stored)

    async def draws(self) -> list[Any]:
        events = await self.events()
        return [draw for each in events if isinstance(each, LuckDrawn) for draw in each.draws]


async def sandbox_bundle() -> tuple[TableId, bytes]:
    """Return a finished sandbox with scripted draws, a moved clock and a seat that was late."""
    one = Developer("one")
    deals = (ScriptedDeal("die", 1), ScriptedDeal("bearers", (4, 2)))
    await one.begin_sandbox(Sandbox(SEED, deals), clock=60)
    await one.advance(60)
    await one.finish()
    return one.table, await one.bundle()
