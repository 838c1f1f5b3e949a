"""Rewards that players bring from an earlier table are claimed at the start, each once."""

import asyncio
import dataclasses
from collections.abc import Sequence

import pytest

from application.handle import handle
from application.open_table import open_table
from application.start import start_table
from domain.fairness.seed import sealed_luck
from domain.games import EDITIONS, GAMES
from domain.judging.actors import ByClock, ByPlayer
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.rejection import Rejected
from domain.table.commands import CallTime, Follows, Leave, OpenTable, SealLuck, Sit, Start
from domain.table.opening_events import TableStarted
from domain.table.state import Running
from tests.support.tables.memory_table import MemoryTable, finished_in_memory
from tests.support.tables.party import GAME

pytestmark = pytest.mark.anyio
CUP = ("cup",)


@pytest.fixture(autouse=True)
def rewarding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody win a cup, whatever the place."""
    rules = dataclasses.replace(GAMES[GAME], rewards=lambda _: (CUP, CUP, CUP))
    monkeypatch.setitem(EDITIONS, (GAME, rules.rules_version), rules)


async def finished() -> MemoryTable:
    return await finished_in_memory("first")


async def following(earlier: MemoryTable, players: Sequence[PlayerId] | None = None) -> TableId:
    """Return a table that follows this one, with everybody seated and nothing started."""
    host = ByPlayer(earlier.players[0])
    opening = OpenTable(GAME, seats=3, clock=60, follows=Follows(earlier.table, ""))
    live = await open_table(earlier.tables, host, opening)
    for player in players or earlier.players:
        await handle(earlier.tables, live.table, ByPlayer(player), Sit())
    return live.table


async def start(earlier: MemoryTable, table: TableId) -> tuple[tuple[str, ...], ...]:
    """Start a table and return the rewards that count there, by seat."""
    receipt = await start_table(earlier.tables, table, ByPlayer(earlier.players[0]))
    events = [each.recorded.event for each in receipt.events]
    return next(event.rewards for event in events if isinstance(event, TableStarted))


async def test_the_first_start_spends_the_rewards_and_the_second_has_none() -> None:
    earlier = await finished()
    one, two = await following(earlier), await following(earlier)
    assert await start(earlier, one) == (CUP, CUP, CUP)
    assert await start(earlier, two) == ((), (), ())


async def test_of_many_starts_at_once_one_has_the_reward_of_each_player() -> None:
    earlier = await finished()
    tables = [await following(earlier) for _ in range(8)]
    all_rewards = await asyncio.gather(*(start(earlier, table) for table in tables))
    for seat in range(3):
        assert sum(rewards[seat] == CUP for rewards in all_rewards) == 1


async def test_a_start_that_is_refused_claims_nothing() -> None:
    earlier = await finished()
    one, two = await following(earlier), await following(earlier)
    with pytest.raises(Rejected, match="not_the_host"):
        await start_table(earlier.tables, one, ByPlayer(earlier.players[1]))
    assert not earlier.log.claims
    assert await start(earlier, two) == (CUP, CUP, CUP)


async def test_only_players_who_sit_there_spend_their_rewards() -> None:
    earlier = await finished()
    strangers = [earlier.players[0], "x" * 26, "y" * 26]
    assert await start(earlier, await following(earlier, strangers)) == (CUP, (), ())
    assert await start(earlier, await following(earlier)) == ((), CUP, CUP)


async def test_a_claim_before_a_lost_start_is_repeated_by_the_same_table() -> None:
    earlier = await finished()
    table = await following(earlier)
    await earlier.log.claim_rewards(earlier.table, earlier.players, table)
    assert await start(earlier, table) == (CUP, CUP, CUP)


async def test_a_table_that_closes_undealt_gives_the_rewards_back() -> None:
    earlier = await finished()
    one, two = await following(earlier), await following(earlier)
    host = earlier.players[0]
    luck = SealLuck(sealed_luck(one, host, bytes(32)))
    await handle(earlier.tables, one, ByPlayer(host), luck)
    assert await start(earlier, one) == (CUP, CUP, CUP)
    assert await start(earlier, two) == ((), (), ())  # it may still be dealt
    earlier.world.wait(30_000)
    await handle(earlier.tables, one, ByClock(), CallTime())
    assert await start(earlier, await following(earlier)) == (CUP, CUP, CUP)


async def test_who_left_before_the_start_keeps_the_reward() -> None:
    earlier = await finished()
    one = await following(earlier)
    await earlier.log.claim_rewards(earlier.table, earlier.players, one)
    await handle(earlier.tables, one, ByPlayer(earlier.players[2]), Leave(2))
    await handle(earlier.tables, one, ByPlayer("x" * 26), Sit())
    assert await start(earlier, one) == (CUP, CUP, ())
    assert await start(earlier, await following(earlier)) == ((), (), CUP)


async def test_seats_that_change_during_the_claim_are_claimed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    earlier = await finished()
    table = await following(earlier, earlier.players[:2])
    await handle(earlier.tables, table, ByPlayer("x" * 26), Sit())
    claim, calls = earlier.log.claim_rewards, 0

    async def slow(
        first: TableId, players: Sequence[PlayerId], second: TableId
    ) -> dict[PlayerId, TableId]:
        nonlocal calls
        calls += 1
        if calls == 1:
            await handle(earlier.tables, table, ByPlayer("x" * 26), Leave(2))
            await handle(earlier.tables, table, ByPlayer(earlier.players[2]), Sit())
        return await claim(first, players, second)

    monkeypatch.setattr(earlier.log, "claim_rewards", slow)
    assert await start(earlier, table) == (CUP, CUP, CUP)
    assert calls == 2


async def test_a_table_that_follows_none_claims_nothing() -> None:
    table = MemoryTable("alone")
    opening = OpenTable(GAME, seats=3, clock=None)
    live = await open_table(table.tables, ByPlayer(table.players[0]), opening)
    for player in table.players:
        await handle(table.tables, live.table, ByPlayer(player), Sit())
    await start_table(table.tables, live.table, ByPlayer(table.players[0]))
    assert isinstance((await table.tables.find(live.table)).state, Running)
    assert not table.log.claims
    with pytest.raises(Rejected, match="already_started"):
        await handle(table.tables, live.table, ByPlayer(table.players[0]), Start())
