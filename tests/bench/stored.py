"""e: bytes per stored event, in memory and on disk, over finished tables with all their keys."""

import asyncio
from random import Random

import uvloop

from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.live_table import LiveTable
from openapi.load.own_server import own_store
from store.connect import Store
from tests.bench import played
from tests.bench.row import Row, Say

TABLES = 40
SEATS = 3
TARGET = 1_024


def measure(say: Say) -> list[Row]:
    with own_store() as server:
        events, memory, disk = uvloop.run(_sizes(server.url))
    say(f"{events:,} events of {TABLES} tables")
    return [
        Row("store: memory per event, all keys", memory / events, "bytes", TARGET, "at most"),
        Row("  append-only file per event", disk / events, "bytes"),
    ]


async def _sizes(url: str) -> tuple[int, int, int]:
    """Events of some finished tables, and how much memory and disk they took."""
    store = await Store.open(url)
    tables, luck = TableCache(store.log, RealWorld()), Random(1)
    try:
        await _finished(tables, luck)  # so that what is needed only once is there
        before = await _used(store)
        done = await asyncio.gather(*(_finished(tables, luck) for _ in range(TABLES)))
        after = await _used(store)
    finally:
        await store.aclose()
    return sum(live.version for live in done), after[0] - before[0], after[1] - before[1]


async def _finished(tables: TableCache, luck: Random) -> LiveTable:
    live = await played.opened(tables, SEATS)
    await played.start(tables, live)
    await played.finish(tables, live, luck)
    return live


async def _used(store: Store) -> tuple[int, int]:
    memory, disk = await store.client.execute_all([("INFO", "memory"), ("INFO", "persistence")])
    return _fact(memory, "used_memory"), _fact(disk, "aof_current_size")


def _fact(told: bytes, name: str) -> int:
    facts = dict(line.split(":", 1) for line in told.decode().splitlines() if ":" in line)
    return int(facts[name])
