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
from tests.bench.process_usage import cpu_seconds
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers import stored_tables
from tests.support.servers.processes import PATIENCE

GAME, SEATS = "gasterospeed", 6
# Both are measured at the same distances from the last snapshot, which decide what is folded.
SHORT, LONG, DISTANCES = EVERY, 35 * EVERY, range(20, EVERY, 60)
TIMES = 12
TARGET = 2.0
Task = Callable[[TableCache, LiveTable, Random], Awaitable[None]]


class Cost(Value, frozen=True):
    """The processor time of one task at a table of so many events, the store's included."""

    version: int
    seconds: float


def measure(show: Show) -> list[Result]:
    with own_store() as server:
        assert server.pid is not None
        return uvloop.run(_measure(server.url, (os.getpid(), server.pid), show))


async def _measure(url: str, pids: Sequence[int], show: Show) -> list[Result]:
    async with await Store(url, PATIENCE, is_api=True).start() as store:
        tables, rng = _tables(store), Random(1)
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
                        began = cpu_seconds(*pids)
                        await task(_tables(store), live, rng)
                        found.append(Cost(live.version, cpu_seconds(*pids) - began))
        return [result for name in TASKS for result in _results(name, *costs[name])]


def _tables(store: Store) -> TableCache:
    """Return the tables of a process that does not know any yet."""
    return TableCache(store.log, RealWorld(), snapshots=store.snapshots)


async def load(tables: TableCache, live: LiveTable, rng: Random) -> None:
    assert (await tables.find(live.table)).head == live.head


async def look_back(tables: TableCache, live: LiveTable, rng: Random) -> None:
    """Look at the table as it was at some version."""
    past, version = tables.past, rng.randrange(1, live.version)
    then = await past.at(live, version, await past.near(live, version))
    assert then.version == version


async def check_receipt(tables: TableCache, live: LiveTable, rng: Random) -> None:
    """Find the head at some version."""
    past, version = tables.past, rng.randrange(1, live.version)
    assert await past.head_at(live, version, await past.near(live, version))


TASKS: dict[str, Task] = {
    "cold load": load,
    "at=, any version": look_back,
    "receipt check, any version": check_receipt,
}


def _results(name: str, short: list[Cost], long: list[Cost]) -> list[Result]:
    quotients = [other.seconds / one.seconds for one, other in zip(short, long, strict=True)]
    few, many = (median(cost.version for cost in costs) for costs in (short, long))
    return [
        of_rounds(f"{name}, long ÷ short table, CPU", quotients, "", TARGET, "at most"),
        of_rounds(f"  at {few:,.0f} events", [1e3 * cost.seconds for cost in short], "ms"),
        of_rounds(f"  at {many:,.0f} events", [1e3 * cost.seconds for cost in long], "ms"),
    ]
