"""Scrub and rebuild: the CPU time of one process for 1,000 tables, and the time with two."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import uvloop

from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from openapi.load.own_server import own_store
from store.connect import Store
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers import stored_tables
from tests.support.servers.processes import PATIENCE
from workers.composition import upkeep

ROUNDS = 3
TABLES, SEATS = 400, 4
AT_ONCE = 32  # tables that are played together to fill the store
EVENTS = 214  # of a table in the targets
TARGETS = {"scrub": 3.0, "rebuild": 1.5}  # seconds for 1,000 tables

Run = Callable[[Settings, int], Coroutine[Any, Any, None]]


def measure(show: Show) -> list[Result]:
    with own_store() as server:
        per_table = uvloop.run(_fill(server.url)) / TABLES
        show(f"{TABLES} tables of {per_table:.0f} events are stored")
        settings = Settings(redis_url=server.url)
        scale = 1_000 / TABLES * EVENTS / per_table
        return [row for name in RUNS for row in _rows(name, settings, scale)]


def _rows(name: str, settings: Settings, scale: float) -> list[Result]:
    """Return the CPU time of one process, and the time on the clock with one and with two."""
    one, clock, two = [], [], []
    for _ in range(ROUNDS):  # in turn
        began, spent = time.perf_counter(), time.process_time()
        uvloop.run(RUNS[name](settings, 1))
        one.append((time.process_time() - spent) * scale)
        clock.append((time.perf_counter() - began) * scale)
        began = time.perf_counter()
        uvloop.run(RUNS[name](settings, 2))
        two.append((time.perf_counter() - began) * scale)
    return [
        of_rounds(f"{name}: 1,000 tables, CPU of one process", one, "s", TARGETS[name], "at most"),
        of_rounds("  on the clock with one process", clock, "s"),
        of_rounds("  on the clock with two processes and their start", two, "s"),
    ]


async def _scrub(settings: Settings, jobs: int) -> None:
    report = await upkeep.scrub(settings, jobs=jobs)
    assert report.tables == TABLES
    assert report.sound, report


async def _rebuild(settings: Settings, jobs: int) -> None:
    assert (await upkeep.rebuild_table_list(settings, jobs)).tables == TABLES


RUNS: dict[str, Run] = {"scrub": _scrub, "rebuild": _rebuild}


async def _fill(url: str) -> int:
    """Play tables to their end; return the number of their events."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def played(tables: TableCache, number: int) -> int:
        async with turns:
            return (await stored_tables.finished(tables, SEATS, Random(number))).version

    async with await Store(url, PATIENCE, is_api=True).start() as store:
        tables = TableCache(store.log, RealWorld())
        return sum(await asyncio.gather(*(played(tables, number) for number in range(TABLES))))
