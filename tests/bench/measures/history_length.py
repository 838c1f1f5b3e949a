"""The cost of a command on a cached table: a long history compared with a short one."""

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
from tests.bench import process_usage
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers import stored_tables
from tests.support.servers.processes import PATIENCE

PAIRS = 8
MOVES = 24  # a short history then goes from about 20 events to about 100
LONG = 5_000
TARGET = 1.15


class Cost(Value, frozen=True):
    """The cost of one command, in seconds by the clock and of processor time."""

    history_length: int
    elapsed: float
    cpu: float  # this process and the store together


def measure(show: Show) -> list[Result]:
    with own_store() as server:
        assert server.pid is not None
        return uvloop.run(_measure(server.url, server.pid, show))


async def _measure(url: str, pid: int, show: Show) -> list[Result]:
    async with await Store(url, PATIENCE, is_api=True).start() as store:
        tables = TableCache(store.log, RealWorld())
        short = [await stored_tables.started(tables, 3) for _ in range(PAIRS)]
        show(f"making {PAIRS} histories of {LONG:,} events")
        long = await asyncio.gather(
            *(stored_tables.started(tables, 3, length=LONG) for _ in range(PAIRS))
        )
        return _results(*await _measure_in_turn(tables, pid, short, long))


async def _measure_in_turn(
    tables: TableCache, pid: int, short: list[LiveTable], long: list[LiveTable]
) -> tuple[list[Cost], list[Cost]]:
    """Send commands to short and long tables in turn, so that both meet the same conditions."""
    rng = Random(1)
    short_costs, long_costs = [], []
    for _ in range(MOVES):
        for one, other in zip(short, long, strict=True):
            short_costs.append(await _cost(tables, one, rng, pid))
            long_costs.append(await _cost(tables, other, rng, pid))
    return short_costs, long_costs


async def _cost(tables: TableCache, live: LiveTable, rng: Random, pid: int) -> Cost:
    began, before = time.perf_counter(), process_usage.cpu_seconds(os.getpid(), pid)
    await stored_tables.move(tables, live, rng)
    elapsed, after = time.perf_counter() - began, process_usage.cpu_seconds(os.getpid(), pid)
    return Cost(live.version, elapsed, after - before)


def _results(short: list[Cost], long: list[Cost]) -> list[Result]:
    few, many = (fmean(cost.history_length for cost in costs) for costs in (short, long))
    one, other = ([_mean(part, "cpu") for part in _moves(costs)] for costs in (short, long))
    clocks = [[_mean(part, "elapsed") for part in _moves(costs)] for costs in (short, long)]
    name = "cost of a command, long ÷ short history"
    return [
        of_rounds(name, [b / a for a, b in zip(one, other, strict=True)], "", TARGET, "at most"),
        of_rounds(f"  at {few:,.0f} events, processors of API and store", _micros(one), "µs"),
        of_rounds(f"  at {many:,.0f} events, processors of API and store", _micros(other), "µs"),
        of_rounds(
            "  the same ratio by the clock, fsync included",
            [b / a for a, b in zip(*clocks, strict=True)],
        ),
    ]


def _moves(costs: list[Cost]) -> list[list[Cost]]:
    """Return the costs of each move at all tables: a round."""
    return [costs[at : at + PAIRS] for at in range(0, len(costs), PAIRS)]


def _mean(costs: list[Cost], field: str) -> float:
    """Return the mean without the dearest: that is mostly noise of other processes."""
    return fmean(sorted(getattr(cost, field) for cost in costs)[:-1])


def _micros(seconds: list[float]) -> list[float]:
    return [1e6 * each for each in seconds]
