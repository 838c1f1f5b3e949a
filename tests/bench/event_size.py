"""Bytes per stored event, in memory and on disk, of finished tables with all their keys."""

import asyncio
from random import Random

import uvloop

from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.live_table import LiveTable
from openapi.load.own_server import own_store
from store.connect import Store
from tests.bench import stored_tables
from tests.bench.result import Result, Show

TABLES = 40
SEATS = 3
TARGET = 1_024


def measure(show: Show) -> list[Result]:
    with own_store() as server:
        events, memory, disk = uvloop.run(_sizes(server.url))
    show(f"{events:,} events of {TABLES} tables")
    return [
        Result("store: memory per event, all keys", memory / events, "bytes", TARGET, "at most"),
        Result("  append-only file per event", disk / events, "bytes"),
    ]


async def _sizes(url: str) -> tuple[int, int, int]:
    """Return the events of some finished tables, and the bytes they take in memory and on disk."""
    store = await Store.open(url)
    tables, rng = TableCache(store.log, RealWorld()), Random(1)
    try:
        await _finished_table(tables, rng)  # so that what exists only once is there
        before = await _used_bytes(store)
        done = await asyncio.gather(*(_finished_table(tables, rng) for _ in range(TABLES)))
        after = await _used_bytes(store)
    finally:
        await store.aclose()
    return sum(live.version for live in done), after[0] - before[0], after[1] - before[1]


async def _finished_table(tables: TableCache, rng: Random) -> LiveTable:
    return await stored_tables.finished(tables, SEATS, rng)


async def _used_bytes(store: Store) -> tuple[int, int]:
    memory, disk = await store.client.execute_all([("INFO", "memory"), ("INFO", "persistence")])
    return _info_number(memory, "used_memory"), _info_number(disk, "aof_current_size")


def _info_number(info: bytes, name: str) -> int:
    fields = dict(line.split(":", 1) for line in info.decode().splitlines() if ":" in line)
    return int(fields[name])
