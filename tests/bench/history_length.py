"""b: what a command costs on a cached table with a long history, as a multiple of a short one's."""

import asyncio
import os
import time
from random import Random
from statistics import fmean

import uvloop

from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.live_table import LiveTable
from domain.kernel.messages import Value
from openapi.load.own_server import own_store
from store.connect import Store
from tests.bench import cpu, played
from tests.bench.row import Row, Say

PAIRS = 8
MOVES = 24  # a short history then goes from about 20 events to about 100
LONG = 5_000
TARGET = 1.15


class Cost(Value, frozen=True):
    """Of one command: the length of its history, seconds by the clock and of processors."""

    length: int
    waited: float
    worked: float  # this process and the store together


def measure(say: Say) -> list[Row]:
    with own_store() as server:
        assert server.pid is not None
        return uvloop.run(_measured(server.url, server.pid, say))


async def _measured(url: str, pid: int, say: Say) -> list[Row]:
    store = await Store.open(url)
    try:
        tables = TableCache(store.log, RealWorld())
        short = [await played.opened(tables, 3) for _ in range(PAIRS)]
        long = [await played.opened(tables, 3) for _ in range(PAIRS)]
        say(f"making {PAIRS} histories of {LONG:,} events")
        await asyncio.gather(*(played.lengthen(tables, live, LONG) for live in long))
        for live in (*short, *long):
            await played.start(tables, live)
        return _rows(*await _compared(tables, pid, short, long))
    finally:
        await store.aclose()


async def _compared(
    tables: TableCache, pid: int, short: list[LiveTable], long: list[LiveTable]
) -> tuple[list[Cost], list[Cost]]:
    """Move about: one command here, one there."""
    luck = Random(1)
    few, many = [], []
    for _ in range(MOVES):
        for near, far in zip(short, long, strict=True):
            few.append(await _cost(tables, near, luck, pid))
            many.append(await _cost(tables, far, luck, pid))
    return few, many


async def _cost(tables: TableCache, live: LiveTable, luck: Random, pid: int) -> Cost:
    own = os.getpid()
    began, before = time.perf_counter(), cpu.seconds(own) + cpu.seconds(pid)
    await played.move(tables, live, luck)
    waited, after = time.perf_counter() - began, cpu.seconds(own) + cpu.seconds(pid)
    return Cost(live.version, waited, after - before)


def _rows(few: list[Cost], many: list[Cost]) -> list[Row]:
    short, long = (_mean([cost.worked for cost in costs]) for costs in (few, many))
    near, far = (_mean([cost.waited for cost in costs]) for costs in (few, many))
    at, then = (fmean(cost.length for cost in costs) for costs in (few, many))
    return [
        Row("cost of a command, long ÷ short history", long / short, "", TARGET, "at most"),
        Row(f"  at {at:,.0f} events, processors of API and store", 1e6 * short, "µs"),
        Row(f"  at {then:,.0f} events, processors of API and store", 1e6 * long, "µs"),
        Row("  the same ratio by the clock, fsync included", far / near),
    ]


def _mean(costs: list[float]) -> float:
    """Of the cheaper nine tenths: the rest was mostly spent waiting for neighbours."""
    return fmean(sorted(costs)[: len(costs) * 9 // 10])
