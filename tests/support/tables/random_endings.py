"""Tables that are played at random, by people who may resign, leave, or propose to end them."""

import asyncio
from collections.abc import Sequence
from random import Random

from domain.games import GAMES
from domain.judging.actors import ByAdministrator, ByBot, ByClock, ByPlayer
from domain.judging.decision_clock import PlayDefault, awaited, game_of, next_timer_action
from domain.judging.stored import Stored
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table.commands import CallTime, Leave, OpenTable, Sit
from domain.table.end_commands import AgreeToEnd, Cancel, Resign, Terminate, WithdrawEnd
from domain.table.state import Closed, Running
from ludotheque.laws.knowledge import short
from tests.support.histories.bundles import history_bundle
from tests.support.tables.memory_table import MemoryTable

MOST_STEPS = 20_000
REFUSED = {  # what people may be told when they choose without looking
    "already_agreed",
    "already_left",
    "no_proposal",
    "proposed_before",
    "resigned",
}
WISHES = (Resign(), AgreeToEnd(), WithdrawEnd())


class RandomTable(MemoryTable):
    """A table of one game, its people and bots; `eager` is how often people want to end it."""

    def __init__(self, game: str, number: int, eager: float) -> None:
        self.game, self.eager = GAMES[game], eager
        self.rng = Random(f"{game} {number}")
        self.seats = self.rng.choice(self.game.seats)
        self.bots = self.rng.randrange(self.seats - 1)
        super().__init__(f"endings of {game} {number}", self.seats - self.bots)

    async def run(self) -> Closed:
        """Play from the opening to the end and return the closed table."""
        await self.sit_down()
        for _ in range(MOST_STEPS):
            state = (await self.tables.find(self.table)).state
            if isinstance(state, Closed):
                return state
            assert isinstance(state, Running)
            await self.step(state)
        raise AssertionError("the table does not end")

    async def sit_down(self) -> None:
        options = dict(short(self.game.key))
        opening = OpenTable(self.game.key, options=options, seats=self.seats, clock=None)
        await self.begin(opening, ["random"] * self.bots)

    async def step(self, state: Running) -> None:
        """Let one person wish for an end now and then, and else one seat play."""
        if self.rng.random() < self.eager:
            await self.wish()
        elif isinstance(next_timer_action(state, self.world.now()), PlayDefault):
            await self.ask(ByClock(), CallTime())
        else:
            await self.move(state, self.rng.choice(sorted(awaited(state))))

    async def wish(self) -> None:
        seat = self.rng.randrange(len(self.players))
        command = self.rng.choice((*WISHES, Leave(seat)))
        try:
            await self.ask(ByPlayer(self.players[seat]), command)
        except Rejected as refusal:
            if refusal.code not in REFUSED:
                raise

    async def move(self, state: Running, seat: Seat) -> None:
        if seat in state.bots:
            await self.ask(ByBot(seat), None)
            return
        choices: Sequence[Command] = game_of(state).legal(state.play, seat)
        await self.ask(ByPlayer(state.sitters[seat].player, seat), self.rng.choice(choices))


def random_ending(game: str, number: int, eager: float) -> tuple[Closed, Stored]:
    """Return such a table at its end, and its history."""

    async def play() -> tuple[Closed, Stored]:
        table = RandomTable(game, number, eager)
        return await table.run(), await table.stored()

    return asyncio.run(play())


def bundle(closed: Closed, stored: Stored) -> bytes:
    return history_bundle(closed.setup.table, stored)


def terminated() -> bytes:
    """Return the bundle of a running table that an administrator closed."""

    async def play() -> bytes:
        table = RandomTable("gumball_rally", 0, 0)
        await table.sit_down()
        await table.ask(ByAdministrator(), Terminate("Insults."))
        return await table.bundle()

    return asyncio.run(play())


def cancelled() -> bytes:
    """Return the bundle of a table that its host cancelled."""

    async def play() -> bytes:
        table = MemoryTable("cancelled")
        await table.open(OpenTable("gumball_rally", seats=3, sit=Sit()))
        await table.ask(table.host, Cancel())
        return await table.bundle()

    return asyncio.run(play())
