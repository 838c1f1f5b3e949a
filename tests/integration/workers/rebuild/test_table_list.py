"""The list of tables can be rebuilt at any time; differences are reported."""

import asyncio
from contextlib import suppress

import pytest
from click.testing import CliRunner
from msgspec import json
from msgspec.structs import replace

from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.rows.codec import encode_lasting
from domain.judging.rows.row import Row, fold_row
from projections.table_list.filters import Filters
from projections.table_list.indexes import indexes
from projections.table_list.query import TableList
from store import keyspace
from store.client.base import StoreClient
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.opening.retrying import RetryingClient
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.archiving import table_list_rebuild_on
from tests.support.tables.party import Party, started
from workers.cli import main
from workers.composition.loops import run_alone
from workers.composition.projector import projector_loop
from workers.upkeep.rebuild.table_list import TableListReport

pytestmark = pytest.mark.anyio


async def true_row(party: Party) -> Row:
    row = fold_row(None, await party.history())
    assert row is not None
    return row


async def test_a_correct_list_is_found_equal(
    client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    parties = [await started(tables, private=n == 0) for n in range(5)]
    right = [await true_row(party) for party in parties]
    await table_list.save(right)
    report = await table_list_rebuild_on(client).run()
    assert (report.tables, report.same, report.behind, report.different) == (5, 5, 0, ())
    assert report.flipped
    assert await table_list.store.generation() == report.generation
    assert (await table_list.page())[0] == sorted(
        right[1:], key=lambda r: r.opened_at, reverse=True
    )


async def test_a_list_that_is_only_behind_is_not_an_error(
    client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    late, unseen = await started(tables), await started(tables)
    await table_list.save([await true_row(late)])
    await late.finish()
    report = await table_list_rebuild_on(client).run()
    assert (report.same, report.behind, report.different) == (0, 2, ())
    assert await _all_true(table_list, [late, unseen])


async def test_wrong_indexes_are_reported_and_put_right(
    client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    party = await started(tables)
    right = await true_row(party)
    ghost = replace(right, id="z" * 26)
    await table_list.save([replace(right, status="open"), ghost])
    assert (await table_list.page(Filters(status="running")))[0] == []
    assert (await table_list.page(Filters(status="open")))[0] == []  # it no longer fits
    report = await table_list_rebuild_on(client).run()
    assert set(report.different) == {party.table, ghost.id}
    assert (await table_list.page(Filters(status="running")))[0] == [right]
    assert await table_list.store.places([ghost.id]) == [None]


async def put_wrong_row(client: PipelinedClient, row: Row) -> None:
    """Store another row with a table than its history says."""
    wrong = encode_lasting(replace(row, winners=("z" * 26,)))
    await client.execute("HSET", keyspace.meta(row.id), "r", wrong)


async def test_the_command_shows_the_difference_and_then_that_there_is_none(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    party = await started(tables)
    right = await true_row(party)
    await table_list.save([right])
    await put_wrong_row(client, right)
    runner = CliRunner(env={"LUDOTHEQUE_REDIS_URL": server.url})
    told = [await asyncio.to_thread(runner.invoke, main, ["rebuild"]) for _ in range(2)]
    assert [each.exit_code for each in told] == [1, 0]
    reports = [json.decode(each.output, type=TableListReport) for each in told]
    assert [(each.different, each.same) for each in reports] == [((party.table,), 0), ((), 1)]
    assert await tables.log.rows([party.table]) == [right]


@pytest.mark.parametrize("form", [b"9[]", b""])
async def test_a_row_in_another_form_is_folded_and_replaced_by_a_rebuild(
    client: PipelinedClient, tables: TableCache, table_list: TableList, form: bytes
) -> None:
    party = await started(tables)
    right = await true_row(party)
    await table_list.save([right])
    await client.execute("HSET", keyspace.meta(party.table), "r", form)
    assert (await table_list.page())[0] == [right]
    report = await table_list_rebuild_on(client).run()
    assert (report.same, report.different) == (1, ())
    assert await client.execute("HGET", keyspace.meta(party.table), "r") == encode_lasting(right)
    await TableCache(tables.log, RealWorld()).find(party.table)
    await party.finish()
    assert await tables.log.rows([party.table]) == [await true_row(party)]


async def test_a_rebuild_beside_a_running_projector_loses_nothing(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, table_list: TableList
) -> None:
    task = asyncio.create_task(
        run_alone(projector_loop, Settings(redis_url=server.url, store_seconds=PATIENCE), "one")
    )
    parties = [await started(tables) for _ in range(6)]

    async def go_on() -> None:
        for party in parties:
            await party.play_on(3)
            parties_later.append(await started(tables))

    parties_later: list[Party] = []
    playing = asyncio.create_task(go_on())
    patient = RetryingClient(server.url)
    reports = await asyncio.gather(*(_rebuilt(patient, n) for n in range(3)))
    await playing
    await patient.aclose()
    assert [report.different for report in reports] == [()] * 3
    assert reports[-1].flipped
    everyone = [*parties, *parties_later]
    await eventually(lambda: _all_true(table_list, everyone))
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def _rebuilt(client: StoreClient, n: int) -> TableListReport:
    await asyncio.sleep(n * 0.02)
    return await table_list_rebuild_on(client).run()


async def _all_true(table_list: TableList, parties: list[Party]) -> bool:
    """Return whether the list has every table in the indexes that its history says."""
    places = await table_list.store.places([party.table for party in parties])
    names = [None if place is None else place.decode().split(" ")[1:] for place in places]
    return names == [list(indexes(await true_row(party))) for party in parties]


async def test_an_empty_store_has_an_empty_list(
    log: RedisEventLog, client: PipelinedClient
) -> None:
    report = await table_list_rebuild_on(client).run()
    assert (report.tables, report.flipped) == (0, True)
