"""Rewards that players bring from an earlier table are claimed at the start, each once."""

import asyncio
import dataclasses
from collections.abc import Sequence

import pytest

from application.play.start import start_table
from domain.fairness.chain import sealed_luck
from domain.games import EDITIONS, GAMES
from domain.judging.actors import ByClock, ByPlayer
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.refusals import Rejected
from domain.table.commands import CallTime, Follows, Leave, OpenTable, SealLuck, Sit
from domain.table.opening_events import TableStarted
from tests.support.tables.memory_table import MemoryTable, finished_in_memory
from tests.support.tables.party import GAME, Party

pytestmark = pytest.mark.anyio
CUP = ("cup",)


@pytest.fixture(autouse=True)
def rewarding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody win a cup, whatever the place."""
    rules = dataclasses.replace(GAMES[GAME], rewards=lambda _: (CUP, CUP, CUP))
    monkeypatch.setitem(EDITIONS, (GAME, rules.rules_version), rules)


async def finished() -> MemoryTable:
    return await finished_in_memory("first")


async def following(earlier: MemoryTable, players: Sequence[PlayerId] | None = None) -> Party:
    """Return a table that follows this one, with everybody seated and nothing started."""
    party = Party(earlier.tables, "", players or earlier.players)
    await party.open(OpenTable(GAME, seats=3, clock=60, follows=Follows(earlier.table, "")))
    await party.fill()
    return party


async def start(party: Party) -> tuple[tuple[str, ...], ...]:
    """Start a table and return the rewards that count there, by seat."""
    receipt = await start_table(party.tables, party.table, party.host)
    events = [each.recorded.event for each in receipt.events]
    return next(event.rewards for event in events if isinstance(event, TableStarted))


async def test_the_first_start_spends_the_rewards_and_the_second_has_none() -> None:
    earlier = await finished()
    one, two = await following(earlier), await following(earlier)
    assert await start(one) == (CUP, CUP, CUP)
    assert await start(two) == ((), (), ())


async def test_one_of_many_simultaneous_starts_has_the_reward_of_each_player() -> None:
    earlier = await finished()
    tables = [await following(earlier) for _ in range(8)]
    all_rewards = await asyncio.gather(*(start(table) for table in tables))
    for seat in range(3):
        assert sum(rewards[seat] == CUP for rewards in all_rewards) == 1


async def test_a_start_that_is_refused_claims_nothing() -> None:
    earlier = await finished()
    one, two = await following(earlier), await following(earlier)
    with pytest.raises(Rejected, match="not_the_host"):
        await start_table(one.tables, one.table, ByPlayer(earlier.players[1]))
    assert not earlier.log.claims
    assert await start(two) == (CUP, CUP, CUP)


async def test_only_players_who_sit_there_spend_their_rewards() -> None:
    earlier = await finished()
    strangers = [earlier.players[0], "x" * 26, "y" * 26]
    assert await start(await following(earlier, strangers)) == (CUP, (), ())
    assert await start(await following(earlier)) == ((), CUP, CUP)


async def test_a_claim_before_a_lost_start_is_repeated_by_the_same_table() -> None:
    earlier = await finished()
    table = await following(earlier)
    await earlier.log.claim_rewards(earlier.table, earlier.players, table.table)
    assert await start(table) == (CUP, CUP, CUP)


async def test_a_table_that_closes_undealt_gives_the_rewards_back() -> None:
    earlier = await finished()
    one, two = await following(earlier), await following(earlier)
    luck = SealLuck(sealed_luck(one.table, one.players[0], bytes(32)))
    await one.ask(one.host, luck)
    assert await start(one) == (CUP, CUP, CUP)
    assert await start(two) == ((), (), ())  # it may still be dealt
    earlier.world.wait(30_000)
    await one.ask(ByClock(), CallTime())
    assert await start(await following(earlier)) == (CUP, CUP, CUP)


async def test_a_player_who_left_before_the_start_keeps_the_reward() -> None:
    earlier = await finished()
    one = await following(earlier)
    await earlier.log.claim_rewards(earlier.table, earlier.players, one.table)
    await one.ask(ByPlayer(earlier.players[2]), Leave(2))
    await one.ask(ByPlayer("x" * 26), Sit())
    assert await start(one) == (CUP, CUP, ())
    assert await start(await following(earlier)) == ((), (), CUP)


async def test_seats_that_change_during_the_claim_are_claimed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    earlier = await finished()
    table = await following(earlier, earlier.players[:2])
    await table.ask(ByPlayer("x" * 26), Sit())
    claim, calls = earlier.log.claim_rewards, 0

    async def slow(
        first: TableId, players: Sequence[PlayerId], second: TableId
    ) -> dict[PlayerId, TableId]:
        nonlocal calls
        calls += 1
        if calls == 1:
            await table.ask(ByPlayer("x" * 26), Leave(2))
            await table.ask(ByPlayer(earlier.players[2]), Sit())
        return await claim(first, players, second)

    monkeypatch.setattr(earlier.log, "claim_rewards", slow)
    assert await start(table) == (CUP, CUP, CUP)
    assert calls == 2


async def test_a_table_that_follows_none_claims_nothing() -> None:
    table = MemoryTable("alone")
    await table.open(OpenTable(GAME, seats=3, clock=None))
    await table.fill()
    await start_table(table.tables, table.table, table.host)
    await table.running()
    assert not table.log.claims
    with pytest.raises(Rejected, match="already_started"):
        await table.start()
