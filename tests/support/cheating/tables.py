"""Tables of every game with everything a server could lie about: luck, bots, time-outs, forks."""

import asyncio
from collections.abc import Iterator
from functools import cache
from random import Random

from msgspec.structs import replace

from application.ancestors import with_ancestors
from application.fork import fork
from application.handle import handle
from application.open_table import open_table
from application.rules_source import rules_source
from application.table_cache import TableCache
from application.world import new_id
from domain.fairness.chain import first_head
from domain.fairness.seed import sealed_luck
from domain.games import GAMES
from domain.judging.decision_clock import awaited, game_of
from domain.judging.judge import Actor, ByBot, ByClock, ByPlayer
from domain.judging.live_table import restored
from domain.judging.stored import Stored, extend
from domain.kernel.ids import TableId
from domain.kernel.messages import Command
from domain.kernel.moments import millis
from domain.table.commands import (
    Bot,
    CallTime,
    ForkTable,
    Leave,
    LogKeys,
    MoveDeadline,
    OpenTable,
    Outage,
    RevealLuck,
    SealLuck,
    SeatBot,
    Sit,
    Start,
)
from domain.table.state import Open, Running
from ludotheque.laws.knowledge import short
from tests.support.bundles import told, unpacked
from tests.support.fixed_world import FixedWorld
from tests.support.golden import GOLDEN
from tests.support.memory_log import MemoryLog

CLOCK = 60
KINDS = ("played", "fork", "withheld", "finished")
TURNS = 3  # before and after each incident


class Incidents:
    """A table at which everything happens that can happen at a table, as briefly as possible."""

    def __init__(self, game: str, bot: Bot = "random") -> None:
        self.bot = bot
        self.game, self.world = GAMES[game], FixedWorld(name=f"cheats at {game}")
        self.log = MemoryLog(self.world.now)
        self.tables = TableCache(self.log, self.world)
        self.rng = Random(game)
        self.table: TableId = ""
        self.seats = max(3, self.game.seats[0])
        self.people = [new_id(self.world) for _ in range(self.seats - 1)]
        self.shares = [self.rng.randbytes(32) for _ in self.people]

    async def play(self) -> None:
        await self.sit_down()
        await self.turns()
        await self.deadline_moved()
        await self.late()
        await self.turns()
        await self.ask(ByPlayer(self.people[1]), Leave(1))
        await self.ask(ByPlayer(self.people[1]), Sit())
        await self.turns()
        for seat, player in enumerate(self.people):
            await self.ask(ByPlayer(player), Leave(seat))

    async def sit_down(self) -> None:
        host = ByPlayer(self.people[0])
        opening = OpenTable(
            self.game.key,
            options=dict(short(self.game.key)),
            seats=self.seats,
            clock=CLOCK,
            log=LogKeys("example.org/log+0+A", "example.org/log/receipts+0+A"),
            rules=rules_source(self.game.key),
        )
        self.table = (await open_table(self.tables, host, opening)).table
        for player, share in zip(self.people, self.shares, strict=True):
            luck = sealed_luck(self.table, player, share)
            if player == self.people[0]:
                await self.ask(ByPlayer(player), Sit())
                await self.ask(ByPlayer(player), SealLuck(luck))
            else:
                await self.ask(ByPlayer(player), Sit(luck=luck))
        await self.ask(host, SeatBot(self.bot, new_id(self.world)))
        await self.ask(host, Start())
        for player, share in zip(self.people, self.shares, strict=True):
            await self.ask(ByPlayer(player), RevealLuck(share.hex()))

    async def turns(self) -> None:
        """Play until people have moved a few times, and the bot at least once more."""
        for _ in range(TURNS):
            while (seat := await self.next_person()) is None:
                pass
            state = await self.running()
            command = self.rng.choice(game_of(state).legal(state.play, seat))
            await self.ask(ByPlayer(self.people[seat], seat), command)

    async def next_person(self) -> int | None:
        """Return the person who is asked, or None if a bot was and has moved."""
        state = await self.running()
        asked = sorted(awaited(state))
        if asked[0] not in state.bots:
            return asked[0]
        await self.ask(ByBot(asked[0]), None)
        return None

    async def deadline_moved(self) -> None:
        while await self.next_person() is None:
            pass
        now = self.world.now()
        self.world.wait(2_000)
        await self.ask(ByClock(), MoveDeadline((Outage(now, now + 2_000),)))

    async def late(self) -> None:
        """Let all people miss the deadline that is open."""
        deadline = await self.deadline()
        self.world.wait(deadline - self.world.now())
        while await self.deadline() == deadline:
            await self.ask(ByClock(), CallTime())

    async def deadline(self) -> int:
        while await self.next_person() is None:
            pass
        state = await self.running()
        assert state.decision is not None
        assert state.decision.deadline is not None
        return millis(state.decision.deadline)

    async def running(self) -> Running:
        state = (await self.tables.find(self.table)).state
        assert isinstance(state, Running)
        return state

    async def ask(self, who: Actor, command: Command | None) -> None:
        self.world.wait(1_000)
        await handle(self.tables, self.table, who, command)

    async def stored(self, table: TableId | None = None) -> Stored:
        stored = await self.log.load(table or self.table)
        assert stored is not None
        return await with_ancestors(self.log, stored)

    async def forked(self) -> tuple[TableId, Stored]:
        """Return a fork of the table, at which its player moves a little and leaves."""
        entries = (await self.stored()).entries
        own = f'"type":"{self.game.key}.'.encode()
        moves = [e.version - 1 for e in entries if own in (e.record or b"")]
        forker = new_id(self.world)
        live = await fork(self.tables, ByPlayer(forker), ForkTable(self.table, moves[4]))
        for _ in range(3):
            state = live.state
            assert isinstance(state, Running)
            seat = min(awaited(state))
            command = self.rng.choice(game_of(state).legal(state.play, seat))
            await handle(self.tables, live.table, ByPlayer(forker, seat), command)
        for seat in range(self.seats):
            await handle(self.tables, live.table, ByPlayer(forker), Leave(seat))
        return live.table, await self.stored(live.table)


@cache
def incidents(game: str) -> tuple[tuple[TableId, Stored], tuple[TableId, Stored]]:
    """Return such a table and its fork."""

    async def play() -> tuple[tuple[TableId, Stored], tuple[TableId, Stored]]:
        table = Incidents(game)
        await table.play()
        return (table.table, await table.stored()), await table.forked()

    return asyncio.run(play())


def unfinished(game: str) -> Iterator[tuple[str, bytes]]:
    """Yield bundles of both after each of their commands but the last, as people saw them."""
    for table, stored in incidents(game):
        ends = [e.version - 1 for e in stored.entries if e.record is not None][1:]
        for end in ends:
            entries = stored.entries[:end]
            head = extend(first_head(table), stored.seed, entries)
            so_far = replace(stored, version=end, head=head, entries=entries)
            state = restored(table, so_far).state
            assert isinstance(state, Open | Running)
            for player in (None, *{sitter.player for sitter in state.sitters}):
                yield f"{table} {end} {player}", told(table, so_far, player=player)


@cache
def withheld(game: str) -> bytes:
    """Return the bundle of a table at which one seat did not reveal its luck."""

    async def play() -> bytes:
        table = Incidents(game)
        share = table.shares[0]
        host = ByPlayer(table.people[0])
        opening = OpenTable(game, options=dict(short(game)), seats=table.seats, clock=CLOCK)
        table.table = (await open_table(table.tables, host, opening)).table
        for player in table.people:
            luck = sealed_luck(table.table, player, share)
            await table.ask(ByPlayer(player), Sit(luck=luck))
        await table.ask(host, SeatBot("greedy", new_id(table.world)))
        await table.ask(host, Start())
        await table.ask(host, RevealLuck(share.hex()))
        table.world.wait(30_000)
        await table.ask(ByClock(), CallTime())
        return told(table.table, await table.stored())

    return asyncio.run(play())


def bundle_of(game: str, kind: str) -> bytes:
    """Return the bundle of a table: `played`, `fork`, `withheld` or `finished`."""
    match kind:
        case "played":
            return told(*incidents(game)[0])
        case "fork":
            return told(*incidents(game)[1])
        case "withheld":
            return withheld(game)
        case _:
            return unpacked(GOLDEN / game / "corpus" / "few_sealed.ndjson.gz")
