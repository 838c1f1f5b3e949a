"""Bots play in worker processes; a move that a dead worker had taken is made by another."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest

from application.settings import Settings
from application.table_cache import TableCache
from domain.table.state import Closed
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from tests.support.servers.polling import eventually
from tests.support.tables.party import Party, bot_party
from workers.composition.loops import run_alone
from workers.composition.timers import timers_loop

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


@pytest.fixture
async def clocks(server: EmbeddedServer, tables: TableCache) -> AsyncIterator[None]:
    """The timers run; the store was emptied before."""
    settings = Settings(redis_url=server.url, queue_url=server.queue_url, scrub_hours=0)
    task = asyncio.create_task(run_alone(timers_loop, settings))
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def until_closed(*parties: Party) -> None:
    for party in parties:
        await eventually(lambda party=party: is_closed(party))  # type: ignore[misc]


async def is_closed(party: Party) -> bool:
    return isinstance((await party.live()).state, Closed)


async def waits_for_a_job(queued: PipelinedClient) -> bool:
    """Return whether a worker waits for the next job, and not the store for the worker."""
    clients = bytes(await queued.execute("CLIENT", "LIST")).decode()
    return re.search(r" flags=\w*b\w* .* cmd=blmove ", clients) is not None


async def has_the_job(queued: PipelinedClient) -> bool:
    return not await waits_for_a_job(queued)


async def test_tables_of_bots_run_to_their_end_by_themselves(
    server: EmbeddedServer, tables: TableCache, clocks: None
) -> None:
    parties = [await bot_party(tables, ("random", "greedy", "greedy")) for _ in range(5)]
    parties += [await bot_party(tables, ("greedy",) * 8, clock=30)]
    with working(server, "bots"), working(server, "bots"):
        await until_closed(*parties)
    for party in parties:
        assert (await party.events())[-1].reason == "finished"  # type: ignore[attr-defined]


async def test_a_move_that_a_dead_worker_took_is_made_by_another(
    server: EmbeddedServer, tables: TableCache, clocks: None
) -> None:
    queued = PipelinedClient(server.queue_url)
    with working(server, "bots") as first:
        await until_closed(await bot_party(tables, ("random",) * 3))  # it is at work
        await eventually(lambda: waits_for_a_job(queued))
        os.kill(first.pid, signal.SIGSTOP)
        party = await bot_party(tables, ("random",) * 3)
        await eventually(lambda: has_the_job(queued))  # and does nothing about it
        before = (await party.live()).version
    await queued.aclose()
    with working(server, "bots"):
        await until_closed(party)
    assert (await party.live()).version > before
