"""Tables of every game with everything a server could lie about: luck, bots, time-outs, forks."""

import asyncio
from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from domain.fairness.chain import first_head
from domain.fairness.seed import sealed_luck
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.live_table import restored
from domain.judging.stored import Stored, extend
from domain.kernel.ids import TableId
from domain.table.commands import (
    CallTime,
    OpenTable,
    RevealLuck,
    Sit,
)
from domain.table.state import Open, Running
from ludotheque.laws.knowledge import short
from tests.support.cheating.banked_tables import banked
from tests.support.cheating.incidents import CLOCK, Incidents
from tests.support.histories.bundles import history_bundle, unpacked
from tests.support.histories.golden import GOLDEN

KINDS = ("played", "fork", "withheld", "finished", "fischer", "bank")


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
        ends = [e.version - 1 for e in stored.entries if e.record is not None][1:]
        for end in ends:
            entries = stored.entries[:end]
            head = extend(first_head(table), stored.seed, entries)
            so_far = replace(stored, version=end, head=head, entries=entries)
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
        case _:
            return unpacked(GOLDEN / game / "corpus" / "few_sealed.ndjson.gz")
