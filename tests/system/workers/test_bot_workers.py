"""Bots play in the processes that store; what a dead one should have played, another plays."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing, contextmanager

import pytest

from application.table_cache import TableCache
from domain.table.state import Closed
from store.embedded.server import EmbeddedServer
from store.jobs import RqJobs
from tests.support.servers.processes import eventually
from tests.support.tables.party import Party, bot_party

pytestmark = pytest.mark.anyio


@contextmanager
def working(server: EmbeddedServer, name: str) -> Iterator[subprocess.Popen[bytes]]:
    """`ludotheque work <name>` in a process of its own."""
    urls = {"LUDOTHEQUE_REDIS_URL": server.url, "LUDOTHEQUE_QUEUE_URL": server.queue_url}
    command = [sys.executable, "-m", "workers", "work", name]
    worker = subprocess.Popen(command, env=os.environ | urls, stderr=subprocess.DEVNULL)
    try:
        yield worker
    finally:
        worker.kill()
        worker.wait()


async def until_closed(*parties: Party) -> None:
    for party in parties:
        await eventually(lambda party=party: is_closed(party))  # type: ignore[misc]


async def is_closed(party: Party) -> bool:
    return isinstance((await party.live()).state, Closed)


async def test_tables_of_bots_run_to_their_end_by_themselves(
    server: EmbeddedServer, tables: TableCache
) -> None:
    parties = [await bot_party(tables, ("random", "greedy", "greedy")) for _ in range(5)]
    parties += [await bot_party(tables, ("greedy",) * 8, clock=30)]
    with working(server, "timers"), working(server, "timers"):
        await until_closed(*parties)
    for party in parties:
        assert (await party.events())[-1].reason == "finished"  # type: ignore[attr-defined]


async def test_what_a_process_that_died_should_have_played_is_played_by_another(
    server: EmbeddedServer, tables: TableCache
) -> None:
    party = await bot_party(tables, ("random",) * 3)
    with working(server, "timers") as first:
        before = (await party.live()).version
        await eventually(lambda: has_moved(party, before))
        first.kill()
    with working(server, "timers"):
        await until_closed(party)


async def has_moved(party: Party, before: int) -> bool:
    return (await party.live()).version > before


async def test_a_job_plays_at_a_table_whose_game_is_slow(
    server: EmbeddedServer, tables: TableCache
) -> None:
    party = await bot_party(tables, ("random",) * 3)
    async with aclosing(RqJobs(server.queue_url)) as queued:
        await queued.enqueue_once("play_bots", party.table, job_id=party.table)
    with working(server, "jobs"):
        await until_closed(party)
