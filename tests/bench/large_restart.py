"""A restart with ten million events, just before the append-only file is rewritten."""

import time

import uvloop

from openapi.load.own_server import own_store
from store.embedded.server import REWRITE
from tests.bench import restart
from tests.bench.result import Result, Show

GROWN = (REWRITE - 1) / 100  # of the snapshot: one percent more, and a rewrite would begin
SNAPSHOT_SHARE = 0.953  # of the events, which leaves about as many as that growth needs


def measure(show: Show) -> list[Result]:
    """Copy tables into a snapshot, then play others after it, kill the store and start it."""
    with own_store("no") as server:
        first = uvloop.run(restart.fill(server.url))
        copies = int(SNAPSHOT_SHARE * restart.LARGE) // first
        assert uvloop.run(restart.multiplied(server.url, copies))
        events, snapshot = first * (1 + copies), restart.size_of(server)
        show(f"{events:,} events in a snapshot of {snapshot / 1e6:.0f} MB")
        while restart.size_of(server) < (1 + GROWN) * snapshot and events < restart.LARGE:
            events += uvloop.run(restart.fill(server.url))
        size = restart.size_of(server)
        show(f"{events:,} events; the file has grown by {100 * (size / snapshot - 1):.0f} %")
        began = time.perf_counter()
        seconds = restart.restarted(server)
        clock = time.perf_counter() - began
    return [
        Result(f"restart: CPU of a killed store with {events:,} events", seconds, "s"),
        Result(
            "  the same by the clock, until it answers", clock, "s", restart.MOST_SECONDS, "at most"
        ),
        Result(
            "  share of the events after the snapshot",
            100 * (1 - first * (1 + copies) / events),
            "%",
        ),
    ]
