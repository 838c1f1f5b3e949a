"""Restarts: the CPU time until the API is ready, and until the store has loaded its events."""

import signal
from random import Random

import uvloop

from application.table_cache import TableCache
from application.world import RealWorld
from openapi.load.own_server import own_server, own_store
from store.connect import Store
from tests.bench import process_usage, stored_tables
from tests.bench.result import Result, Show, of_rounds

ROUNDS = 5
TABLES, SEATS = 40, 3


def measure(show: Show) -> list[Result]:
    starts, loads, events = [], [], 0
    for _ in range(ROUNDS):  # in turn
        with own_server() as api:
            starts.append(1_000 * process_usage.cpu_seconds(api.pid))
        seconds, events = _store_restart()
        loads.append(1e6 * seconds / events)
    show(f"{ROUNDS} restarts with {events:,} events")
    return [
        of_rounds("restart: CPU of the API until it is ready", starts, "ms"),
        of_rounds("  CPU of a killed store per event that it loads", loads, "µs"),
    ]


def _store_restart() -> tuple[float, int]:
    """Kill a store that holds tables; return the CPU time of its next start, and the events."""
    with own_store() as server:
        events = uvloop.run(_fill(server.url))
        server.end(signal.SIGKILL)
        server.start()
        assert server.pid is not None
        return process_usage.cpu_seconds(server.pid), events


async def _fill(url: str) -> int:
    store = await Store.open(url)
    tables, rng, events = TableCache(store.log, RealWorld()), Random(1), 0
    try:
        for _ in range(TABLES):
            live = await stored_tables.open_and_fill(tables, SEATS)
            await stored_tables.start(tables, live)
            await stored_tables.finish(tables, live, rng)
            events += live.version
    finally:
        await store.aclose()
    return events
