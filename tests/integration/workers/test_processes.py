"""Scrubs and rebuilds in several processes find what one process finds."""

import asyncio
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from application.table_cache import TableCache
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from tests.support.tables.party import Party, seated, started
from workers.cli import main
from workers.upkeep.scrub.histories import AT_ONCE
from workers.upkeep.worker_pool import WORTH_A_PROCESS, jobs_for

pytestmark = pytest.mark.anyio


@pytest.fixture
async def parties(tables: TableCache) -> list[Party]:
    """More tables than a process takes at once: open, played and finished ones."""
    found = [await seated(tables) for _ in range(AT_ONCE)]
    found += [await started(tables) for _ in range(3)]
    await found[-1].finish()
    return found


async def run(server: EmbeddedServer, *words: str) -> tuple[int, dict[str, Any]]:
    runner = CliRunner(env={"LUDOTHEQUE_REDIS_URL": server.url})
    done = await asyncio.to_thread(runner.invoke, main, words, prog_name="ludotheque")
    return done.exit_code, msgspec.json.decode(done.stdout)


async def test_two_processes_report_the_damage_that_one_reports(
    client: PipelinedClient, parties: list[Party], server: EmbeddedServer
) -> None:
    await client.execute("HSET", keyspace.meta(parties[0].table), "h", bytes(32))
    await client.execute("DEL", keyspace.seed(parties[-2].table))
    await client.execute("DEL", keyspace.idempotency(parties[-1].table))
    code, report = await run(server, "scrub", "--json", "--jobs", "1")
    assert (code, report["tables"], len(report["damaged"])) == (1, len(parties), 2)
    assert await run(server, "scrub", "--json", "--jobs", "2") == (code, report)


async def test_two_processes_rebuild_the_list_that_one_rebuilds(
    parties: list[Party], server: EmbeddedServer
) -> None:
    _, first = await run(server, "rebuild", "--jobs", "1")
    code, again = await run(server, "rebuild", "--jobs", "2")
    assert (first["tables"], code, again["same"]) == (len(parties), 0, len(parties))


def test_a_process_is_started_only_for_enough_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(4))
    assert [jobs_for(n * WORTH_A_PROCESS) for n in (0, 1, 2, 3, 9)] == [1, 1, 2, 3, 4]
    assert jobs_for(10, wanted=7) == 7
