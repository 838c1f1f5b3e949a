"""What snapshots save: loading and looking at a table of 9,000 events and one of 300."""

import os
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from statistics import median

import uvloop

from application.snapshots import EVERY
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.live_table import LiveTable
from domain.kernel.messages import Value
from openapi.load.own_server import own_store
from store.connect import Store
from tests.bench import process_usage, stored_tables
from tests.bench.result import Result, Show, of_rounds

GAME, SEATS = "gasterospeed", 6
# Both are measured at the same distances from the last snapshot, which decide what is folded.
SHORT, LONG, DISTANCES = EVERY, 35 * EVERY, range(20, EVERY, 60)
TIMES = 12
TARGET = 2.0
Task = Callable[[Store, LiveTable, Random], Awaitable[None]]


class Cost(Value, frozen=True):
    """The processor time of one task at a table of so many events, the store's included."""

    version: int
    seconds: float


def measure(show: Show) -> list[Result]:
    with own_store() as server:
        assert server.pid is not None
        return uvloop.run(_measure(server.url, (os.getpid(), server.pid), show))


async def _measure(url: str, pids: Sequence[int], show: Show) -> list[Result]:
    store = await Store.open(url)
    try:
        tables, rng = TableCache(store.log, RealWorld(), snapshots=store.snapshots), Random(1)
        both = [await stored_tables.started(tables, SEATS, GAME) for _ in range(2)]
        show(f"playing a championship to {LONG:,} events")
        costs: dict[str, tuple[list[Cost], list[Cost]]] = {name: ([], []) for name in TASKS}
        for distance in DISTANCES:
            for live, begins in zip(both, (SHORT, LONG), strict=True):
                while live.version < begins + distance:
                    await stored_tables.move(tables, live, rng)
            await tables.past.aclose()
            for name, task in TASKS.items():
                for _ in range(TIMES):
                    for live, found in zip(both, costs[name], strict=True):
                        began = _spent(pids)
                        await task(store, live, rng)
                        found.append(Cost(live.version, _spent(pids) - began))
        return [result for name in TASKS for result in _results(name, *costs[name])]
    finally:
        await store.aclose()


def _spent(pids: Sequence[int]) -> float:
    return sum(process_usage.cpu_seconds(pid) for pid in pids)


async def load(store: Store, live: LiveTable, rng: Random) -> None:
    """Load the table into a process that does not know it."""
    found = await TableCache(store.log, RealWorld(), snapshots=store.snapshots).find(live.table)
    assert found.head == live.head


async def look_back(store: Store, live: LiveTable, rng: Random) -> None:
    """Look at the table as it was at some version."""
    past, version = (
        TableCache(store.log, RealWorld(), snapshots=store.snapshots).past,
        _some(live, rng),
    )
    then = await past.at(live, version, await past.near(live, version))
    assert then.version == version


async def check_receipt(store: Store, live: LiveTable, rng: Random) -> None:
    """Find the head at some version."""
    past, version = (
        TableCache(store.log, RealWorld(), snapshots=store.snapshots).past,
        _some(live, rng),
    )
    assert await past.head_at(live, version, await past.near(live, version))


TASKS: dict[str, Task] = {
    "cold load": load,
    "at=, any version": look_back,
    "receipt check, any version": check_receipt,
}


def _some(live: LiveTable, rng: Random) -> int:
    return rng.randrange(1, live.version)


def _results(name: str, short: list[Cost], long: list[Cost]) -> list[Result]:
    pairs = zip(short, long, strict=True)
    few, many = (median(cost.version for cost in costs) for costs in (short, long))
    return [
        of_rounds(
            f"{name}, long ÷ short table, CPU",
            [other.seconds / one.seconds for one, other in pairs],
            "",
            TARGET,
            "at most",
        ),
        of_rounds(f"  at {few:,.0f} events", [1e3 * cost.seconds for cost in short], "ms"),
        of_rounds(f"  at {many:,.0f} events", [1e3 * cost.seconds for cost in long], "ms"),
    ]
