"""Every finished table counts once, in one order, however many projectors run or die."""

import asyncio

import pytest

from application.play.fork import fork
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.table.commands import ForkTable
from projections.leaderboard.query import Leaderboard, Standing
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from tests.support.stores.feed_reading import catch_up, read_feeds, reading
from tests.support.tables.party import Party, finished, started

pytestmark = pytest.mark.anyio

GAME = "gumball_rally"


async def board(leaderboard: Leaderboard) -> dict[str, Standing]:
    page = await leaderboard.page(GAME, None, 100)
    return {ranked.standing.player: ranked.standing for ranked in page.ranked}


async def test_a_finished_table_is_on_the_board_and_a_running_one_is_not(
    tables: TableCache, leaderboard: Leaderboard, server: EmbeddedServer
) -> None:
    party, running = await finished(tables), await started(tables)
    await read_feeds(server.url)
    found = await board(leaderboard)
    assert found.keys() == set(party.players)
    assert not found.keys() & set(running.players)
    assert sum(each.wins for each in found.values()) >= 1
    assert {each.played for each in found.values()} == {1}


async def test_an_abandoned_table_takes_a_place_but_counts_for_nothing(
    tables: TableCache, leaderboard: Leaderboard, server: EmbeddedServer
) -> None:
    party = await started(tables)
    await party.leave()
    await read_feeds(server.url)
    assert await board(leaderboard) == {}
    assert await leaderboard.store.position() == 1


async def test_a_fork_that_is_played_to_its_end_counts_for_nothing(
    tables: TableCache, leaderboard: Leaderboard, server: EmbeddedServer
) -> None:
    party = await finished(tables)
    await read_feeds(server.url)
    before = await board(leaderboard)
    at = next(e.last for e in await tables.log.read(party.table) if e.last > 12)
    forker = party.players[0]
    copy = (await fork(tables, ByPlayer(forker), ForkTable(party.table, at))).table
    await Party(tables, copy, [forker] * 3).finish()
    await read_feeds(server.url)
    assert await leaderboard.store.position() == 2  # it was looked at
    assert await board(leaderboard) == before


async def test_many_rankers_at_once_count_every_table_once(
    tables: TableCache, leaderboard: Leaderboard, server: EmbeddedServer
) -> None:
    parties = [await finished(tables) for _ in range(3)]
    async with reading(server.url) as one, reading(server.url) as two, reading(server.url) as three:
        await asyncio.gather(*map(catch_up, (one, two, three)))
    found = await board(leaderboard)
    assert found.keys() == {player for party in parties for player in party.players}
    assert {each.played for each in found.values()} == {1}
    assert await leaderboard.store.position() == 3
    assert await leaderboard.store.lag() == 0


async def test_one_that_died_between_order_and_board_is_continued(
    tables: TableCache, leaderboard: Leaderboard, server: EmbeddedServer
) -> None:
    party = await finished(tables)
    await leaderboard.store.order([party.table])
    await read_feeds(server.url)
    assert await leaderboard.store.position() == 1
    assert {each.played for each in (await board(leaderboard)).values()} == {1}


async def test_a_history_nobody_can_read_stops_no_other(
    client: PipelinedClient, tables: TableCache, leaderboard: Leaderboard, server: EmbeddedServer
) -> None:
    ghost = "x" * 26
    raw = b'{"type":"table.closed"}'
    await client.execute("XADD", keyspace.events(ghost), "1-1", "e", raw, "c", "{}", "i", "0" * 16)
    await leaderboard.store.order([ghost])
    party = await finished(tables)
    await read_feeds(server.url)
    assert await leaderboard.store.position() == 2
    assert (await board(leaderboard)).keys() == set(party.players)
