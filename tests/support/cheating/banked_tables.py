"""Tables whose seats have banks: outages during and after a decision, a time-out, an empty bank."""

import asyncio
from functools import cache

from domain.judging.actors import ByClock, ByPlayer
from domain.judging.decision_clock import awaited, deadline_of
from domain.table.clocks import Bank, Fischer, Pace
from domain.table.commands import CallTime, Leave, MoveDeadline, Outage, Sit
from domain.table.state import Running
from tests.support.cheating.incidents import Incidents

PACES: dict[str, Pace] = {"fischer": Fischer(60, 30), "bank": Bank(60)}


class BankedIncidents(Incidents):
    """A table with banks, at which all that concerns clocks happens."""

    def __init__(self, game: str, kind: str) -> None:
        super().__init__(game, clock=PACES[kind])

    async def run(self) -> None:
        await self.sit_down()
        await self.turns()
        await self.deadline_moved()
        await self.turns()
        await self.outage_confirmed_late()
        await self.late()
        if isinstance(self.clock, Fischer):
            await self.ask(ByPlayer(self.players[1]), Leave(1))
            await self.ask(ByPlayer(self.players[1]), Sit())
            await self.turns()
        await self.leave()

    async def outage_confirmed_late(self) -> None:
        """Let a person answer after an outage that nobody has confirmed yet."""
        while (seat := await self.next_person()) is None:
            pass
        began = self.world.now()
        self.world.wait(3_000)
        await self.move(seat)
        await self.ask(ByClock(), MoveDeadline((Outage(began, began + 3_000),)))

    async def late(self) -> None:
        """Let the first deadline pass; then the clock plays until the next one is open."""
        while await self.next_person() is None:
            pass
        deadline = deadline_of(await self.running())
        assert deadline is not None
        self.world.wait(deadline - self.world.now())
        while True:
            await self.ask(ByClock(), CallTime())
            state = await self.running()
            due = deadline_of(state)
            if not awaited(state) & state.autopilot and (due is None or due > self.world.now()):
                return

    async def leave(self) -> None:
        for seat, player in enumerate(self.players):
            state = (await self.tables.find(self.table)).state
            if isinstance(state, Running) and seat not in state.autopilot:
                await self.ask(ByPlayer(player), Leave(seat))


@cache
def banked(game: str, kind: str) -> bytes:
    """Return the bundle of such a table."""

    async def play() -> bytes:
        table = BankedIncidents(game, kind)
        await table.run()
        return await table.bundle()

    return asyncio.run(play())
