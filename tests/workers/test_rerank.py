"""The boards can be made anew at any time: equal to the bit, or the difference is shown."""

import asyncio
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from domain.play.clock import RealWorld
from domain.play.log import StoreUnavailable
from domain.play.tables import Tables
from eventlog.embedded import EmbeddedServer
from eventlog.pipe import AnyPipe, Pipe
from eventlog.ranking_store import name
from eventlog.redis_log import RedisLog
from projections.ranking import Ranking
from projections.standings import Standing, Standings, placed
from tests.support.party import Party, finished, started
from tests.support.servers import running
from workers import projector
from workers.jobs import MODELS
from workers.patience import PatientPipe
from workers.rebuild import Rebuild
from workers.rerank import Rerank

pytestmark = pytest.mark.anyio

GAME = "gumball_rally"


async def ranked(pipe: Pipe, log: RedisLog, *parties: Party) -> list[Standing]:
    """The board after these tables have been counted."""
    ranking = Ranking(pipe, log)
    await ranking.store.order([party.table for party in parties])
    while await ranking.fold_on():
        pass
    return await board(Standings(pipe))


async def board(standings: Standings) -> list[Standing]:
    return [each.standing for each in (await standings.page(GAME, None, 100)).ranked]


async def test_a_right_board_is_found_equal_to_the_bit(
    pipe: Pipe, log: RedisLog, tables: Tables, standings: Standings
) -> None:
    before = await ranked(pipe, log, *[await finished(tables) for _ in range(2)])
    report = await Rerank(pipe).run()
    assert (report.position, report.missed) == (2, 0)
    assert (report.standings, report.same, report.different) == (6, 6, ())
    assert report.flipped
    assert await standings.store.generation() == report.generation
    assert await board(standings) == before


async def test_tables_that_were_overlooked_are_put_at_the_end(
    pipe: Pipe, log: RedisLog, tables: Tables, standings: Standings
) -> None:
    known, overlooked = await finished(tables), await finished(tables)
    await started(tables)  # not finished: has no place
    await ranked(pipe, log, known)
    report = await Rerank(pipe).run()
    assert (report.missed, report.position, report.different) == (1, 2, ())
    assert await standings.store.after(0, 9) == [known.table, overlooked.table]
    assert len(await board(standings)) == 6


async def test_a_wrong_standing_and_one_of_nobody_are_shown_and_put_right(
    pipe: Pipe, log: RedisLog, tables: Tables, standings: Standings
) -> None:
    right = await ranked(pipe, log, await finished(tables))
    wrong = replace(right[0], wins=99, mean=99.0)
    ghost = replace(right[0], player="z" * 26)
    assert await standings.store.fold("a", 1, 1, [placed(wrong), placed(ghost)])
    report = await Rerank(pipe).run()
    assert set(report.different) == {name(GAME, wrong.player), name(GAME, ghost.player)}
    assert await board(standings) == right


async def test_a_rebuild_beside_a_running_projector_loses_nothing(
    server: EmbeddedServer, tables: Tables, standings: Standings
) -> None:
    work = asyncio.create_task(projector.run(server.url, "one"))
    patient = PatientPipe(server.url)

    async def play() -> list[Party]:
        return [await finished(tables) for _ in range(3)]

    playing = asyncio.create_task(play())
    reports = []
    while not playing.done():
        reports.append(await Rerank(patient).run())
        await asyncio.sleep(0.05)
    parties = await playing
    async with asyncio.timeout(30):
        while await standings.store.position() < 3:
            await asyncio.sleep(0.02)
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work
    last = await Rerank(patient).run()
    await patient.aclose()
    assert {report.different for report in (*reports, last)} == {()}
    assert (last.position, last.standings, last.same) == (3, 9, 9)
    found = await board(standings)
    assert {each.player for each in found} == {p for party in parties for p in party.players}


async def test_two_at_once_end_with_one_of_them(pipe: Pipe, log: RedisLog, tables: Tables) -> None:
    before = await ranked(pipe, log, await finished(tables))
    reports = await asyncio.gather(Rerank(pipe).run(), Rerank(pipe).run())
    assert [report.different for report in reports] == [(), ()]
    assert any(report.flipped for report in reports)
    assert await board(Standings(pipe)) == before


@pytest.mark.parametrize("model", MODELS)
async def test_a_rebuild_survives_a_moment_without_a_store(tmp_path: Path, model: str) -> None:
    with running("valkey", tmp_path, fsync="always") as server:
        pipe = PatientPipe(server.url)
        party = await finished(Tables(RedisLog(pipe), RealWorld()))
        server.stop()
        rebuilding = asyncio.create_task(_rebuilt(pipe, model))
        await asyncio.sleep(0.3)
        assert not rebuilding.done()
        server.start()
        async with asyncio.timeout(30):
            report = await rebuilding
        await pipe.aclose()
        assert msgspec.to_builtins(report)["flipped"]
        assert party.table


async def _rebuilt(pipe: AnyPipe, model: str) -> object:
    return await (Rebuild(pipe) if model == "shelf" else Rerank(pipe)).run()


async def test_a_store_that_never_was_is_not_waited_for(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        await MODELS["ranking"](f"unix://{tmp_path}/none.sock")
