"""What it costs to read the history of an archived table from a local folder."""

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

from application.handle import handle
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.judge import ByPlayer
from domain.judging.live_table import LiveTable
from domain.table.commands import Leave
from domain.table.state import Closed
from openapi.load.own_server import own_store
from projections.history.bundle import JSON, stream_bundle
from projections.seat_view.view import at_latest
from store.connect import Store
from tests.bench import stored_tables
from tests.bench.histories import player
from tests.bench.result import Result, Show
from tests.support.archiving import Archiving

SHORT, LONG = 8, 1  # tables
SHORT_GAME, SHORT_SEATS = "bug_race", 3  # about 500 events
LONG_GAME, SEATS, LONG_EVENTS = "gasterospeed", 6, 2_000
TIMES = 10


def measure(show: Show) -> list[Result]:
    with own_store() as server, tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(server.url, Path(folder), show))


async def _measure(url: str, folder: Path, show: Show) -> list[Result]:
    archiving = Archiving(url, folder, seconds=10.0)
    await archiving.store.log.install_functions()
    rng, tables = Random(1), archiving.tables
    show("playing tables")
    short = [await _short(tables, rng) for _ in range(SHORT)]
    long = [await _long(tables, rng) for _ in range(LONG)]
    live_long = await _times(archiving, long)
    show("archiving them")
    assert await archiving.archive() == SHORT + LONG
    cold_short, cold_long = await _times(archiving, short), await _times(archiving, long)
    await archiving.aclose()
    p99 = quantiles(cold_short, n=100)[98]
    events = max(live.version for live in short)
    return [
        Result(f"archived history of up to {events} events, p99", 1e3 * p99, "ms", 50, "at most"),
        Result(
            f"archived ÷ live history of {long[0].version:,} events",
            median(cold_long) / median(live_long),
            "",
            1.2,
            "at most",
        ),
    ]


async def _short(tables: TableCache, rng: Random) -> LiveTable:
    live = await stored_tables.open_and_fill(tables, SHORT_SEATS, SHORT_GAME)
    await stored_tables.start(tables, live)
    await stored_tables.finish(tables, live, rng)
    return live


async def _long(tables: TableCache, rng: Random) -> LiveTable:
    live = await stored_tables.open_and_fill(tables, SEATS, LONG_GAME)
    await stored_tables.start(tables, live)
    while live.version < LONG_EVENTS and not isinstance(live.state, Closed):
        await stored_tables.move(tables, live, rng)
    for seat in range(SEATS):
        if not isinstance(live.state, Closed):
            await handle(tables, live.table, ByPlayer(player(seat)), Leave(seat))
    return live


async def _times(archiving: Archiving, tables: list[LiveTable]) -> list[float]:
    """Read each history some times, every time in a process that does not know the table."""
    found = []
    for _ in range(TIMES):
        for table in tables:
            store = Store(archiving.store._url, archive=archiving.place)
            await store.client.execute("PING")
            began = time.perf_counter()
            live = await TableCache(store.log, RealWorld()).find(table.table)
            async for _piece in stream_bundle(store.log, at_latest(live), None, JSON):
                pass
            found.append(time.perf_counter() - began)
            await store.aclose()
    return found
