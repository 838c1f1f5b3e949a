"""Bots answer one player quickly beside 40 owners with a table of six greedy bots each."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from application.administration.watch import AdministrationWatch
from application.bots.player import BotPlayer
from application.table_cache import TableCache
from application.world import RealWorld, new_id
from domain.judging.decision_clock import awaited
from domain.table.commands import Bot
from domain.table.state import Closed
from store.client.pipeline import PipelinedClient
from store.jobs import RqJobs
from store.people.acts import RedisActLog
from store.tables.log import RedisEventLog
from tests.prove.proof import Proof, Show
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.servers import running
from tests.support.tables.party import Party, bot_party

TABLES = 40
GREEDY: tuple[Bot, ...] = ("greedy",) * 6
BOTS = len(GREEDY)

FULL = 100
MOST_SECONDS = 1.0  # without turns of the owners: 19 s, five rounds of all tables


@asynccontextmanager
async def under_load(directory: Path) -> AsyncIterator[tuple[TableCache, list[Party]]]:
    """Play for bots here, as a server does, and keep 40 tables of six greedy bots going."""
    with ExitStack() as stack:
        server = stack.enter_context(running("valkey", directory / "store", fsync="always"))
        client = PipelinedClient(server.url, 10.0)
        tables = TableCache(RedisEventLog(client), RealWorld())
        administration = AdministrationWatch(RedisActLog(client))
        player = BotPlayer(tables, administration, RqJobs(server.queue_url))
        load = [await greedy_table(tables) for _ in range(TABLES)]
        refill = asyncio.create_task(replace_closed(tables, load))
        try:
            yield tables, load
        finally:
            refill.cancel()
            await asyncio.gather(refill, return_exceptions=True)
            await player.aclose()
            await client.aclose()


async def greedy_table(tables: TableCache) -> Party:
    """Start a table of bots alone, with an owner of its own."""
    return await bot_party(tables, GREEDY, host=new_id(RealWorld()))


async def replace_closed(tables: TableCache, load: list[Party]) -> None:
    """Open another table for each that is over, so that the load does not decrease."""
    while True:
        for n, party in enumerate(load):
            if isinstance((await party.live()).state, Closed):
                load[n] = await greedy_table(tables)
        await asyncio.sleep(0.2)


async def until_all_move(load: list[Party]) -> None:
    """Wait until a bot of every table has moved, or the table is over."""
    before = [(party, (await party.live()).version) for party in load]
    for party, version in before:
        await eventually(partial(_has_moved, party, version))


async def _has_moved(party: Party, version: int) -> bool:
    table = await party.live()
    return table.version > version or isinstance(table.state, Closed)


async def answer_times(tables: TableCache, count: int) -> list[float]:
    """Return how long the bots took to answer a person, in seconds, so many times."""
    found: list[float] = []
    while len(found) < count:
        party = await bot_party(tables, ("greedy", "greedy"), people=1)
        while len(found) < count and await until_asked(party):
            await party.play(0)
            began = time.perf_counter()
            await until_asked(party)
            found.append(time.perf_counter() - began)
    return found


async def until_asked(party: Party) -> bool:
    """Wait until it is the turn of the person; return False at the end of the table."""
    async with asyncio.timeout(PATIENCE):
        while not isinstance((state := (await party.live()).state), Closed):
            if 0 in awaited(state):
                return True
            await asyncio.sleep(0.005)
    return False


def attempt(count: int, show: Show) -> str:
    all_moved, times = asyncio.run(_measured(count))
    usual, slowest = times[len(times) * 95 // 100], times[-1]
    assert statistics.median(times) < all_moved, times
    assert count < FULL or usual < MOST_SECONDS, times
    return (
        f"{count} answers beside {TABLES} tables of {BOTS} greedy bots of as many owners: median"
        f" {statistics.median(times):.3f} s, 95 % within {usual:.3f} s, slowest {slowest:.3f} s"
    )


async def _measured(count: int) -> tuple[float, list[float]]:
    """Return how long a round of all tables takes beside the answers, and these, sorted."""
    with tempfile.TemporaryDirectory() as directory:
        async with under_load(Path(directory)) as (tables, load):
            await until_all_move(load)
            times = sorted(await answer_times(tables, count))
            began = time.perf_counter()
            await until_all_move(load)
            return time.perf_counter() - began, times


PROOF = Proof(
    claim="a bot answers within a second beside 40 owners with a table of six bots each",
    full=FULL,
    sample=4,
    attempt=attempt,
)
