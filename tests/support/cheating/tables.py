"""Tables of every game with everything a server could lie about: luck, bots, time-outs, forks."""

import asyncio
from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from domain.fairness.chain import sealed_luck
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.decision_clock import awaited, deadline_of
from domain.judging.live_table import restored
from domain.judging.stored import Stored
from domain.kernel.ids import TableId
from domain.table.clocks import Bank, Fischer, Pace
from domain.table.commands import CallTime, Leave, MoveDeadline, OpenTable, Outage, RevealLuck, Sit
from domain.table.sandbox import Sandbox
from domain.table.state import Open, Running
from ludotheque.laws.knowledge import short
from tests.support.cheating.incidents import CLOCK, Incidents
from tests.support.histories.bundles import history_bundle, unpacked
from tests.support.histories.golden import GOLDEN
from tests.support.tables.sandboxes import SEED, Developer

PACES: dict[str, Pace] = {"fischer": Fischer(60, 30), "bank": Bank(60)}

KINDS = ("played", "fork", "withheld", "finished", "fischer", "bank", "sandbox")


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


@cache
def incidents(game: str) -> tuple[tuple[TableId, Stored], tuple[TableId, Stored]]:
    """Return such a table and its fork."""

    async def play() -> tuple[tuple[TableId, Stored], tuple[TableId, Stored]]:
        table = Incidents(game)
        await table.run()
        return (table.table, await table.stored()), await table.forked()

    return asyncio.run(play())


def unfinished(game: str) -> Iterator[tuple[str, bytes]]:
    """Yield bundles of both after each of their commands but the last, as people saw them."""
    for table, stored in incidents(game):
        for number, entry in enumerate(stored.entries[:-1], 1):
            if not entry.head:
                continue
            end, entries = entry.last, stored.entries[:number]
            so_far = replace(stored, version=end, head=entry.head, entries=entries)
            state = restored(table, so_far).state
            assert isinstance(state, Open | Running)
            for player in (None, *{sitter.player for sitter in state.sitters}):
                yield f"{table} {end} {player}", history_bundle(table, so_far, player=player)


@cache
def withheld(game: str) -> bytes:
    """Return the bundle of a table at which one seat did not reveal its luck."""

    async def play() -> bytes:
        table = Incidents(game)
        share = table.shares[0]
        opening = OpenTable(game, options=dict(short(game)), seats=table.seats, clock=CLOCK)
        await table.open(opening)
        for player in table.players:
            luck = sealed_luck(table.table, player, share)
            await table.ask(ByPlayer(player), Sit(luck=luck))
        await table.seat_bots(["greedy"])
        await table.start()
        await table.ask(table.host, RevealLuck(share.hex()))
        table.world.wait(30_000)
        await table.ask(ByClock(), CallTime())
        return await table.bundle()

    return asyncio.run(play())


@cache
def sandbox(game: str) -> bytes:
    """Return the bundle of a sandbox whose host has moved the clock."""

    async def play() -> bytes:
        one = Developer(f"sandbox of {game}")
        await one.begin_sandbox(Sandbox(SEED), game, CLOCK)
        await one.advance(1)
        await one.play()
        await one.leave()
        return await one.bundle()

    return asyncio.run(play())


def bundle_of(game: str, kind: str) -> bytes:
    """Return the bundle of a table of one of these kinds."""
    match kind:
        case "played":
            return history_bundle(*incidents(game)[0])
        case "fork":
            return history_bundle(*incidents(game)[1])
        case "withheld":
            return withheld(game)
        case "fischer" | "bank":
            return banked(game, kind)
        case "sandbox":
            return sandbox(game)
        case _:
            return unpacked(GOLDEN / game / "corpus" / "few_sealed.ndjson.gz")
