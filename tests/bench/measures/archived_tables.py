"""What it costs to read the history of an archived table from a local folder."""

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import NamedTuple

from application.handle import handle
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.actors import ByPlayer
from domain.judging.live_table import LiveTable
from domain.table.commands import Leave
from domain.table.state import Closed
from openapi.load.own_server import own_store
from projections.history.bundle import JSON, stream_bundle
from projections.seat_view.view import at_latest
from store.connect import Store
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers import stored_tables
from tests.bench.servers.histories import player
from tests.support.servers.processes import PATIENCE
from tests.support.stores.archiving import Archiving

SHORT = 8  # tables, half of them finished
SHORT_GAME, SHORT_SEATS, SHORT_EVENTS = "bug_race", 4, 565  # the end adds up to 35
LONG_GAME, SEATS, LONG_EVENTS = "gasterospeed", 6, 2_000
TIMES = 25


class Taken(NamedTuple):
    """What one answer took, in seconds."""

    clock: float
    cpu: float


def measure(show: Show) -> list[Result]:
    with own_store() as server, tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(server.url, Path(folder), show))


async def _measure(url: str, folder: Path, show: Show) -> list[Result]:
    archiving = Archiving(url, folder, seconds=10.0)
    await archiving.store.log.install_functions()
    rng, tables = Random(1), archiving.tables
    show("playing and archiving tables")
    finished = stored_tables.finished
    short = [await finished(tables, SHORT_SEATS, rng, SHORT_GAME) for _ in range(SHORT // 2)]
    short += [await _left(tables, rng, SHORT_EVENTS) for _ in range(SHORT // 2)]
    archived = await _left(tables, rng, LONG_EVENTS)
    assert await archiving.archive() == SHORT + 1
    live = await _left(tables, rng, LONG_EVENTS)
    show("reading their histories")
    taken = [await _taken(archiving, each) for _ in range(TIMES) for each in short]
    pairs = [[await _taken(archiving, each) for each in (archived, live)] for _ in range(TIMES)]
    await archiving.aclose()
    events = max(each.version for each in short)
    clock, cpu = (1e3 * quantiles(column, n=100)[98] for column in zip(*taken, strict=True))
    compared = [(a.cpu / archived.version) / (b.cpu / live.version) for a, b in pairs]
    name = f"archived ÷ live history of {LONG_EVENTS:,} events, CPU per event"
    return [
        Result(f"archived history of up to {events} events, p99", clock, "ms", 50, "at most"),
        Result("  processor time of one, p99", cpu, "ms"),
        of_rounds(name, compared, "", 1.2, "at most"),
    ]


async def _left(tables: TableCache, rng: Random, events: int) -> LiveTable:
    """Play a long game to this version; then everybody leaves."""
    live = await stored_tables.started(tables, SEATS, LONG_GAME)
    while live.version < events and not isinstance(live.state, Closed):
        await stored_tables.move(tables, live, rng)
    for seat in range(SEATS):
        if not isinstance(live.state, Closed):
            await handle(tables, live.table, ByPlayer(player(seat)), Leave(seat))
    return live


async def _taken(archiving: Archiving, table: LiveTable) -> Taken:
    """Read a history as the API does, in a process that has never seen the table."""
    async with Store(archiving.store._url, PATIENCE, archive=archiving.place) as store:
        await store.client.execute("PING")
        tables = TableCache(store.log, RealWorld(), snapshots=store.snapshots)
        clock, cpu = time.perf_counter(), time.process_time()
        live = await tables.readable(table.table)
        async for _piece in stream_bundle(store.log, at_latest(live), None, JSON):
            pass
        taken = Taken(time.perf_counter() - clock, time.process_time() - cpu)
        await tables.past.aclose()
    return taken
