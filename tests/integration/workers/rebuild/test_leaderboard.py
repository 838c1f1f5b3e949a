"""The leaderboard can be rebuilt at any time; differences are reported."""

import asyncio
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from application.ports.event_log import StoreUnavailable
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from projections.leaderboard.query import Leaderboard, Standing, encode_standing
from store.client.base import StoreClient
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.lists.leaderboard import RedisLeaderboardStore, row_name
from store.opening.retrying import RetryingClient
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.archiving import (
    leaderboard_fold_on,
    leaderboard_rebuild_on,
    table_list_rebuild_on,
)
from tests.support.stores.servers import running
from tests.support.tables.party import Party, finished, started
from workers.composition.loops import run_alone
from workers.composition.projector import projector_loop
from workers.jobs import MODELS

pytestmark = pytest.mark.anyio

GAME = "gumball_rally"


async def ranked(client: PipelinedClient, log: RedisEventLog, *parties: Party) -> list[Standing]:
    """The board after these tables have been counted."""
    ranking = leaderboard_fold_on(client)
    await ranking.store.order([party.table for party in parties])
    while await ranking.fold_on():
        pass
    return await board(Leaderboard(RedisLeaderboardStore(client)))


async def board(leaderboard: Leaderboard) -> list[Standing]:
    return [each.standing for each in (await leaderboard.page(GAME, None, 100)).ranked]


async def test_a_right_board_is_found_equal_to_the_bit(
    client: PipelinedClient, log: RedisEventLog, tables: TableCache, leaderboard: Leaderboard
) -> None:
    before = await ranked(client, log, *[await finished(tables) for _ in range(2)])
    report = await leaderboard_rebuild_on(client).run()
    assert (report.position, report.missed) == (2, 0)
    assert (report.standings, report.same, report.different) == (6, 6, ())
    assert report.flipped
    assert await leaderboard.store.generation() == report.generation
    assert await board(leaderboard) == before


async def test_tables_that_were_overlooked_are_put_at_the_end(
    client: PipelinedClient, log: RedisEventLog, tables: TableCache, leaderboard: Leaderboard
) -> None:
    known, overlooked = await finished(tables), await finished(tables)
    await started(tables)  # not finished: has no place
    await ranked(client, log, known)
    report = await leaderboard_rebuild_on(client).run()
    assert (report.missed, report.position, report.different) == (1, 2, ())
    assert await leaderboard.store.after(0, 9) == [known.table, overlooked.table]
    assert len(await board(leaderboard)) == 6


async def test_a_wrong_standing_and_one_of_nobody_are_shown_and_put_right(
    client: PipelinedClient, log: RedisEventLog, tables: TableCache, leaderboard: Leaderboard
) -> None:
    right = await ranked(client, log, await finished(tables))
    wrong = replace(right[0], wins=99, mean=99.0)
    ghost = replace(right[0], player="z" * 26)
    assert await leaderboard.store.fold("a", 1, 1, [encode_standing(wrong), encode_standing(ghost)])
    report = await leaderboard_rebuild_on(client).run()
    assert set(report.different) == {row_name(GAME, wrong.player), row_name(GAME, ghost.player)}
    assert await board(leaderboard) == right


async def test_a_rebuild_beside_a_running_projector_loses_nothing(
    server: EmbeddedServer, tables: TableCache, leaderboard: Leaderboard
) -> None:
    work = asyncio.create_task(
        run_alone(projector_loop, Settings(redis_url=server.url, store_seconds=PATIENCE), "one")
    )
    patient = RetryingClient(server.url)

    async def play() -> list[Party]:
        return [await finished(tables) for _ in range(3)]

    playing = asyncio.create_task(play())
    reports = []
    while not playing.done():
        reports.append(await leaderboard_rebuild_on(patient).run())
        await asyncio.sleep(0.05)  # the others play
    parties = await playing
    await eventually(lambda: all_counted(leaderboard))
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work
    last = await leaderboard_rebuild_on(patient).run()
    await patient.aclose()
    assert {report.different for report in (*reports, last)} == {()}
    assert (last.position, last.standings, last.same) == (3, 9, 9)
    found = await board(leaderboard)
    assert {each.player for each in found} == {p for party in parties for p in party.players}


async def all_counted(leaderboard: Leaderboard) -> bool:
    return await leaderboard.store.position() == 3


async def test_two_at_once_end_with_one_of_them(
    client: PipelinedClient, log: RedisEventLog, tables: TableCache
) -> None:
    before = await ranked(client, log, await finished(tables))
    reports = await asyncio.gather(
        leaderboard_rebuild_on(client).run(),
        leaderboard_rebuild_on(client).run(),
    )
    assert [report.different for report in reports] == [(), ()]
    assert any(report.flipped for report in reports)
    assert await board(Leaderboard(RedisLeaderboardStore(client))) == before


@pytest.mark.parametrize("model", MODELS)
async def test_a_rebuild_survives_a_moment_without_a_store(tmp_path: Path, model: str) -> None:
    with running("valkey", tmp_path, fsync="always") as server:
        client = RetryingClient(server.url)
        party = await finished(TableCache(RedisEventLog(client), RealWorld()))
        server.stop()
        rebuilding = asyncio.create_task(_rebuilt(client, model))
        await asyncio.sleep(0.3)  # an outage
        assert not rebuilding.done()
        server.start()
        async with asyncio.timeout(PATIENCE):
            report = await rebuilding
        await client.aclose()
        assert msgspec.to_builtins(report)["flipped"]
        assert party.table


async def _rebuilt(client: StoreClient, model: str) -> object:
    return await (
        table_list_rebuild_on(client) if model == "tables" else leaderboard_rebuild_on(client)
    ).run()


async def test_a_store_that_never_was_is_not_waited_for(tmp_path: Path) -> None:
    settings = Settings(redis_url=f"unix://{tmp_path}/none.sock")
    with pytest.raises(StoreUnavailable):
        await MODELS["leaderboard"](settings, None)
