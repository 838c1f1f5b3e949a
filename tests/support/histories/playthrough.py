"""Golden playthroughs: `python -m tests.support.histories.playthrough` plays and writes them.

A diff in tests/golden reviews a change of the rules (or of the formats, which must not change).
"""

import asyncio
import importlib
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

from application.attempt import Receipt
from domain.fairness.chain import canon, sealed_luck
from domain.games import GAMES
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.decision_clock import awaited, game_of
from domain.judging.fold import NOTHING, fold
from domain.judging.narration import sentence
from domain.kernel.ids import Seat, millis
from domain.kernel.messages import Command
from domain.table.commands import CallTime, Leave, OpenTable, RevealLuck, SealLuck, SeatBot, Sit
from domain.table.decide.opening import chosen_options
from domain.table.state import Closed, Running, Table
from tests.support.histories.golden import Asked, Golden, History, read, written
from tests.support.tables.memory_table import MemoryTable

VIEW_EVERY = 20  # commands
LATE_ONE_IN = 12  # turns of a table with absent-minded players
SLOWEST, TOO_LONG = 4000, 3600_000  # ms


def goldens_named(game: str) -> tuple[Golden, ...]:
    """Return the tables to record of a game: `GOLDENS` of its `golden.py`, if there is one."""
    package = f"tests.support.games.{game}"
    if find_spec(package) is None or find_spec(f"{package}.golden") is None:
        return ()
    return tuple(importlib.import_module(f"{package}.golden").GOLDENS)


GOLDENS = tuple(golden for game in GAMES for golden in goldens_named(game))


async def playthrough(golden: Golden) -> bytes:
    """Play a whole table through `handle` and return the file of its history."""
    sitting = Sitting(golden)
    await sitting.run()
    return written(sitting.table, await sitting.stored())


class Sitting(MemoryTable):
    """A golden table while it is played."""

    def __init__(self, golden: Golden) -> None:
        name = f"{golden.game} {golden.name} {golden.number}"
        self.golden = golden
        self.rng = Random(name)
        chosen = chosen_options(GAMES[golden.game], golden.options)
        self.keepers = [GAMES[golden.game].keeper(chosen, seat) for seat in range(golden.seats)]
        self.shares: dict[Seat, bytes] = {}  # of sealed luck
        self.turns = 0
        super().__init__(name, len(set(self.keepers)))

    async def run(self) -> None:
        golden = self.golden
        await self.open(OpenTable(golden.game, options=golden.options, seats=golden.seats))
        people = len(self.players) - golden.bots
        for number, player in enumerate(self.players):
            if number < people:
                await self.sit(number, player)
            else:
                await self.ask(self.host, SeatBot("greedy" if number % 2 else "random", player))
        await self.start()
        for seat, share in self.shares.items():
            await self.ask(ByPlayer(self.players[seat]), RevealLuck(share.hex()))
        while isinstance(state := (await self.live()).state, Running):
            await self.turn(state)

    async def sit(self, seat: Seat, player: str) -> Receipt:
        """Take a seat; sealed luck comes with it or after it."""
        if not self.golden.sealed:
            return await self.ask(ByPlayer(player), Sit())
        share = self.shares[seat] = self.rng.randbytes(32)
        luck = sealed_luck(self.table, player, share)
        if seat % 2:
            return await self.ask(ByPlayer(player), Sit(luck=luck))
        await self.ask(ByPlayer(player), Sit())
        return await self.ask(ByPlayer(player), SealLuck(luck))

    async def turn(self, state: Running) -> None:
        self.turns += 1
        seat = self.rng.choice(sorted(awaited(state)))
        if seat in state.bots:
            await self.play(seat)
        elif self.golden.sleepy and self.turns == 2 * self.golden.seats:
            last = self.golden.seats - 1
            await self.ask(ByPlayer(self.players[self.keepers[last]]), Leave(last))
        elif self.is_up(state) or self.sleeps(state, seat):
            await self.wait_for_the_clock(state, seat)
        else:
            await self.ask(self.at(seat), self.picked(state, seat))

    def is_up(self, state: Running) -> bool:
        """Tell whether the deadline is near: a seat that shares a question may be late too."""
        deadline = state.decision.deadline if state.decision else None
        return deadline is not None and self.world.now() + SLOWEST >= millis(deadline)

    def sleeps(self, state: Running, seat: Seat) -> bool:
        if seat in state.autopilot:
            return self.turns < 6 * self.golden.seats  # then the player comes back
        return self.golden.sleepy and self.rng.randrange(LATE_ONE_IN) == 0

    async def wait_for_the_clock(self, state: Running, seat: Seat) -> None:
        if seat not in state.autopilot:
            self.world.wait(TOO_LONG)  # past every deadline
        await self.ask(ByClock(), CallTime())

    def pause(self) -> None:
        self.world.wait(self.rng.randrange(500, SLOWEST))

    def at(self, seat: Seat) -> ByPlayer:
        return ByPlayer(self.players[self.keepers[seat]], seat)

    def picked(self, state: Running, seat: Seat) -> Command:
        game = game_of(state)
        actions: Sequence[Command] = game.legal(state.play, seat)
        if self.golden.eager:
            actions = game.greedy(game.view(state.play, seat), seat, actions)
        wanted: Command = self.rng.choice(actions)
        return wanted


def story(history: History) -> str:
    """Return a recorded table as text for people."""
    return "\n".join(_lines(history)) + "\n"


def _lines(history: History) -> Iterator[str]:
    yield f"table {history.table}, seed {history.stored.seed.hex()}"
    state: Table = NOTHING
    for number, asked in enumerate(history.asked, 1):
        state = fold(state, (each.event for each in asked.recorded))
        yield from _told(number, asked, state)
        if number % VIEW_EVERY == 0 and isinstance(state, Running):
            yield f"\n   a spectator sees {_seen(state)}"
    assert isinstance(state, Closed)
    yield f"\noutcome {_canon(state.outcome)}, head {history.stored.head.hex()}"


def _told(number: int, asked: Asked, state: Table) -> Iterator[str]:
    record = asked.record
    who = record.by if record.seat is None else f"seat {record.seat}"
    yield f"\n{number}. {record.at} {who}: {_canon(asked.command)}"
    for each in asked.recorded:
        ears = each.event.audience().seats
        hidden = "" if ears is None else f" [heard by {sorted(ears) or 'nobody'}]"
        yield f"   {each.version} {sentence(each.event, 'en', state)}{hidden}"
        yield f"      {each.event.type.partition('.')[2]} {_canon(each.event)}"


def drawn(key: str) -> Callable[[Any], str] | None:
    """Return the function that draws a view for people, if the game has a `drawing.py`."""
    package = f"tests.support.games.{key}"
    if find_spec(package) is None or find_spec(f"{package}.drawing") is None:
        return None
    found: Callable[[Any], str] = importlib.import_module(f"{package}.drawing").drawn
    return found


def _seen(state: Running) -> str:
    """Return the view as `drawing.py` of the game draws it, or as JSON."""
    view, draw = game_of(state).view(state.play, None), drawn(state.setup.game)
    return _canon(view) if draw is None else draw(view)


def _canon(value: object) -> str:
    return canon(value).decode()


def write(golden: Golden) -> None:
    golden.history.parent.mkdir(parents=True, exist_ok=True)
    golden.history.write_bytes(asyncio.run(playthrough(golden)))
    golden.history.with_suffix(".txt").write_text(story(read(golden.history)))


if __name__ == "__main__":
    for each in GOLDENS:
        write(each)
