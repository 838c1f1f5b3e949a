"""Every finished table counts once, in one order, however many rankers there are or have died."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

import pytest

from domain.play.fork import fork
from domain.play.handle import handle
from domain.play.judge import Asker
from domain.play.tables import Tables
from domain.table.commands import ForkTable, Leave
from eventlog import keyspace
from eventlog.embedded import EmbeddedServer
from eventlog.feed_group import FeedGroup
from eventlog.pipe import Pipe
from eventlog.redis_log import RedisLog
from projections.ranking import Ranking
from projections.standings import Standing, Standings
from tests.support.party import Party, finished, started
from workers.ranker import GROUP, Ranker

pytestmark = pytest.mark.anyio

IDLE_MS = 100
GAME = "gumball_rally"
Hires: TypeAlias = Callable[[str], Ranker]


@pytest.fixture
async def hires(server: EmbeddedServer, pipe: Pipe, log: RedisLog) -> AsyncIterator[Hires]:
    """Rankers, by name."""
    groups: list[FeedGroup] = []

    def hire(name: str) -> Ranker:
        groups.append(FeedGroup(server.url, GROUP, name, idle_ms=IDLE_MS))
        return Ranker(log, Ranking(pipe, log), groups[-1])

    yield hire
    for group in groups:
        await group.aclose()


async def drain(ranker: Ranker) -> None:
    await ranker.step(block_ms=1)
    while await ranker.step(block_ms=1):
        pass


async def board(standings: Standings) -> dict[str, Standing]:
    page = await standings.page(GAME, None, 100)
    return {ranked.standing.player: ranked.standing for ranked in page.ranked}


async def test_a_finished_table_is_on_the_board_and_a_running_one_is_not(
    tables: Tables, standings: Standings, hires: Hires
) -> None:
    party, running = await finished(tables), await started(tables)
    await drain(hires("one"))
    found = await board(standings)
    assert found.keys() == set(party.players)
    assert not found.keys() & set(running.players)
    assert sum(each.wins for each in found.values()) >= 1
    assert {each.played for each in found.values()} == {1}


async def test_an_abandoned_table_takes_a_place_but_counts_for_nothing(
    tables: Tables, standings: Standings, hires: Hires
) -> None:
    party = await started(tables)
    for seat, player in enumerate(party.players):
        await handle(tables, party.table, Asker(player, seat), Leave(seat))
    await drain(hires("one"))
    assert await board(standings) == {}
    assert await standings.store.position() == 1


async def test_a_fork_that_is_played_to_its_end_counts_for_nothing(
    tables: Tables, standings: Standings, hires: Hires
) -> None:
    party = await finished(tables)
    await drain(hires("one"))
    before = await board(standings)
    at = next(e.version - 1 for e in (await tables.log.read(party.table))[12:] if e.record)
    forker = party.players[0]
    copy = (await fork(tables, Asker(forker), ForkTable(party.table, at))).table
    await Party(tables, copy, [forker] * 3).finish()
    await drain(hires("one"))
    assert await standings.store.position() == 2  # it was looked at
    assert await board(standings) == before


async def test_many_rankers_at_once_count_every_table_once(
    tables: Tables, standings: Standings, hires: Hires
) -> None:
    rankers = [hires(name) for name in ("one", "two", "two")]  # two of them under one name
    parties = [await finished(tables) for _ in range(3)]
    async with asyncio.timeout(30):
        while await standings.store.position() < len(parties):
            await asyncio.gather(*(ranker.step(block_ms=5) for ranker in rankers))
    await asyncio.gather(*(drain(ranker) for ranker in rankers))
    found = await board(standings)
    assert found.keys() == {player for party in parties for player in party.players}
    assert {each.played for each in found.values()} == {1}
    assert await standings.store.position() == 3
    assert await standings.store.lag() == 0


async def test_what_a_dead_ranker_had_taken_is_counted_by_another(
    server: EmbeddedServer, tables: Tables, standings: Standings, hires: Hires
) -> None:
    party = await finished(tables)
    dead = FeedGroup(server.url, GROUP, "dead", idle_ms=IDLE_MS)
    await dead.start()
    while await dead.take(50, 10):
        pass
    ranker = hires("alive")
    async with asyncio.timeout(20):
        while not await board(standings):
            await ranker.step(block_ms=20)
    assert (await board(standings)).keys() == set(party.players)
    await dead.aclose()


async def test_one_that_died_between_order_and_board_is_continued(
    tables: Tables, standings: Standings, hires: Hires
) -> None:
    party = await finished(tables)
    await standings.store.order([party.table])
    await drain(hires("one"))
    assert await standings.store.position() == 1
    assert {each.played for each in (await board(standings)).values()} == {1}


async def test_a_history_nobody_can_read_stops_no_other(
    pipe: Pipe, tables: Tables, standings: Standings, hires: Hires
) -> None:
    ghost = "x" * 26
    raw = b'{"type":"table.closed"}'
    await pipe.ask("XADD", keyspace.events(ghost), "1-0", "e", raw, "c", "{}", "i", "0" * 16)
    await standings.store.order([ghost])
    party = await finished(tables)
    await drain(hires("one"))
    assert await standings.store.position() == 2
    assert (await board(standings)).keys() == set(party.players)
