"""Every finished table counts once, in one order, however many projectors run or die."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

import pytest

from application.fork import fork
from application.ports.feeds import LEADERBOARD as GROUP
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.table.commands import ForkTable
from projections.leaderboard.query import Leaderboard, Standing
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.feeds.consumer_group import RedisConsumerGroup
from store.log import RedisEventLog
from tests.support.servers.polling import PATIENCE
from tests.support.stores.read_models import leaderboard_fold_on
from tests.support.tables.party import Party, finished, started
from workers.leaderboard_projector import LeaderboardProjector

pytestmark = pytest.mark.anyio

IDLE_MS = 100
GAME = "gumball_rally"
Hires: TypeAlias = Callable[[str], LeaderboardProjector]


@pytest.fixture
async def hires(
    server: EmbeddedServer, client: PipelinedClient, log: RedisEventLog
) -> AsyncIterator[Hires]:
    """Rankers, by name."""
    groups: list[RedisConsumerGroup] = []

    def hire(name: str) -> LeaderboardProjector:
        groups.append(RedisConsumerGroup(server.url, GROUP, name, idle_ms=IDLE_MS))
        return LeaderboardProjector(log, leaderboard_fold_on(client), groups[-1])

    yield hire
    for group in groups:
        await group.aclose()


async def drain(ranker: LeaderboardProjector) -> None:
    await ranker.step(block_ms=1)
    while await ranker.step(block_ms=1):
        pass


async def board(leaderboard: Leaderboard) -> dict[str, Standing]:
    page = await leaderboard.page(GAME, None, 100)
    return {ranked.standing.player: ranked.standing for ranked in page.ranked}


async def test_a_finished_table_is_on_the_board_and_a_running_one_is_not(
    tables: TableCache, leaderboard: Leaderboard, hires: Hires
) -> None:
    party, running = await finished(tables), await started(tables)
    await drain(hires("one"))
    found = await board(leaderboard)
    assert found.keys() == set(party.players)
    assert not found.keys() & set(running.players)
    assert sum(each.wins for each in found.values()) >= 1
    assert {each.played for each in found.values()} == {1}


async def test_an_abandoned_table_takes_a_place_but_counts_for_nothing(
    tables: TableCache, leaderboard: Leaderboard, hires: Hires
) -> None:
    party = await started(tables)
    await party.leave()
    await drain(hires("one"))
    assert await board(leaderboard) == {}
    assert await leaderboard.store.position() == 1


async def test_a_fork_that_is_played_to_its_end_counts_for_nothing(
    tables: TableCache, leaderboard: Leaderboard, hires: Hires
) -> None:
    party = await finished(tables)
    await drain(hires("one"))
    before = await board(leaderboard)
    at = next(e.version - 1 for e in (await tables.log.read(party.table))[12:] if e.record)
    forker = party.players[0]
    copy = (await fork(tables, ByPlayer(forker), ForkTable(party.table, at))).table
    await Party(tables, copy, [forker] * 3).finish()
    await drain(hires("one"))
    assert await leaderboard.store.position() == 2  # it was looked at
    assert await board(leaderboard) == before


async def test_many_rankers_at_once_count_every_table_once(
    tables: TableCache, leaderboard: Leaderboard, hires: Hires
) -> None:
    rankers = [hires(name) for name in ("one", "two", "two")]  # two of them under one name
    parties = [await finished(tables) for _ in range(3)]
    async with asyncio.timeout(PATIENCE):
        while await leaderboard.store.position() < len(parties):
            await asyncio.gather(*(ranker.step(block_ms=5) for ranker in rankers))
    await asyncio.gather(*(drain(ranker) for ranker in rankers))
    found = await board(leaderboard)
    assert found.keys() == {player for party in parties for player in party.players}
    assert {each.played for each in found.values()} == {1}
    assert await leaderboard.store.position() == 3
    assert await leaderboard.store.lag() == 0


async def test_what_a_dead_ranker_had_taken_is_counted_by_another(
    server: EmbeddedServer, tables: TableCache, leaderboard: Leaderboard, hires: Hires
) -> None:
    party = await finished(tables)
    dead = RedisConsumerGroup(server.url, GROUP, "dead", idle_ms=600_000)
    await dead.start()
    while await dead.take(50, 10):
        pass
    ranker = hires("alive")
    async with asyncio.timeout(PATIENCE):
        while not await board(leaderboard):
            await ranker.step(block_ms=20)
    assert (await board(leaderboard)).keys() == set(party.players)
    await dead.aclose()


async def test_one_that_died_between_order_and_board_is_continued(
    tables: TableCache, leaderboard: Leaderboard, hires: Hires
) -> None:
    party = await finished(tables)
    await leaderboard.store.order([party.table])
    await drain(hires("one"))
    assert await leaderboard.store.position() == 1
    assert {each.played for each in (await board(leaderboard)).values()} == {1}


async def test_a_history_nobody_can_read_stops_no_other(
    client: PipelinedClient, tables: TableCache, leaderboard: Leaderboard, hires: Hires
) -> None:
    ghost = "x" * 26
    raw = b'{"type":"table.closed"}'
    await client.execute("XADD", keyspace.events(ghost), "1-0", "e", raw, "c", "{}", "i", "0" * 16)
    await leaderboard.store.order([ghost])
    party = await finished(tables)
    await drain(hires("one"))
    assert await leaderboard.store.position() == 2
    assert (await board(leaderboard)).keys() == set(party.players)
