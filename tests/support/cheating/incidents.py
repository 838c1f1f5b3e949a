"""A table of any game at which everything happens that can happen at a table."""

from random import Random

from application.play.ancestors import with_ancestors
from application.play.fork import fork
from application.play.rules_source import rules_source
from application.world import new_id
from domain.fairness.chain import sealed_luck
from domain.games import GAMES
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.decision_clock import awaited
from domain.judging.stored import Stored
from domain.kernel.ids import TableId, millis
from domain.table import commands as do
from domain.table.clocks import Pace
from ludotheque.laws.knowledge import short
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.party import Party

CLOCK = 60
TURNS = 3  # before and after each incident


class Incidents(MemoryTable):
    """A table at which everything happens that can happen at a table, as briefly as possible."""

    def __init__(self, game: str, bot: do.Bot = "random", clock: Pace = CLOCK) -> None:
        self.bot, self.clock, self.game = bot, clock, GAMES[game]
        self.seats, self.rng = max(3, self.game.seats[0]), Random(game)
        super().__init__(f"cheats at {game}", self.seats - 1)
        self.shares = [self.rng.randbytes(32) for _ in self.players]

    async def run(self) -> None:
        await self.sit_down()
        await self.turns()
        await self.deadline_moved()
        await self.late()
        await self.turns()
        await self.ask(ByPlayer(self.players[1]), do.Leave(1))
        await self.ask(ByPlayer(self.players[1]), do.Sit())
        await self.turns()
        await self.leave()

    async def sit_down(self) -> None:
        opening = do.OpenTable(
            self.game.key,
            options=dict(short(self.game.key)),
            seats=self.seats,
            clock=self.clock,
            log=do.LogKeys("example.org/log+0+A", "example.org/log/receipts+0+A"),
            rules=rules_source(self.game.key),
        )
        await self.open(opening)
        for seat, (player, share) in enumerate(zip(self.players, self.shares, strict=True)):
            luck = sealed_luck(self.table, player, share)
            piece = self.game.pieces[-1 - seat] if self.game.pieces else None
            if player == self.players[0]:
                await self.ask(ByPlayer(player), do.Sit(piece))
                await self.ask(ByPlayer(player), do.SealLuck(luck))
            else:
                await self.ask(ByPlayer(player), do.Sit(piece, luck=luck))
        await self.seat_bots([self.bot])
        await self.start()
        await self.outage()
        for player, share in zip(self.players, self.shares, strict=True):
            await self.ask(ByPlayer(player), do.RevealLuck(share.hex()))

    async def turns(self) -> None:
        """Play until people have moved a few times, and the bot at least once more."""
        for _ in range(TURNS):
            while (seat := await self.next_person()) is None:
                pass
            await self.move(seat)

    async def move(self, seat: int) -> None:
        await self.play(seat, self.rng.choice)

    async def next_person(self) -> int | None:
        """Return the person who is asked, or None if a bot was and has moved."""
        state = await self.running()
        asked = sorted(awaited(state))
        if asked[0] not in state.bots:
            return asked[0]
        await self.play(asked[0])
        return None

    async def deadline_moved(self) -> None:
        while await self.next_person() is None:
            pass
        await self.outage()

    async def outage(self) -> None:
        now = self.world.now()
        self.world.wait(2_000)
        await self.ask(ByClock(), do.MoveDeadline((do.Outage(now, now + 2_000),)))

    async def late(self) -> None:
        """Let all people miss the deadline that is open."""
        deadline = await self.deadline()
        self.world.wait(deadline - self.world.now())
        while await self.deadline() == deadline:
            await self.ask(ByClock(), do.CallTime())

    async def deadline(self) -> int:
        while await self.next_person() is None:
            pass
        state = await self.running()
        assert state.decision is not None
        assert state.decision.deadline is not None
        return millis(state.decision.deadline)

    async def stored(self, table: TableId | None = None) -> Stored:
        stored = await self.log.load(table or self.table)
        assert stored is not None
        return await with_ancestors(self.log, stored)

    async def forked(self) -> tuple[TableId, Stored]:
        """Return a fork of the table, at which its player moves a little and leaves."""
        entries = (await self.stored()).entries
        own = f'"type":"{self.game.key}.'.encode()
        moves = [e.first - 1 for e in entries if own in (e.record or b"")]
        forker = new_id(self.world)
        live = await fork(self.tables, ByPlayer(forker), do.ForkTable(self.table, moves[4]))
        party = Party(self.tables, live.table, [forker] * self.seats)
        for _ in range(3):
            await party.play(pick=self.rng.choice)
        await party.leave()
        return live.table, await self.stored(live.table)
