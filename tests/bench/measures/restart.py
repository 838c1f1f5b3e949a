"""Restarts: the CPU time until the API is ready, and until the store has loaded its events.

A store loads its last snapshot quickly, and the commands after it one by one. A rewrite of the
append-only file makes a new snapshot; `REWRITE` says when, by the size of the files.
"""

import asyncio
import signal
import time
from contextlib import aclosing
from pathlib import Path
from random import Random
from typing import NamedTuple

import uvloop

from application.table_cache import TableCache
from application.world import RealWorld
from openapi.load.own_server import own_server, own_store
from store.client.base import StoreClient
from store.connect import Store
from store.embedded.server import REWRITE, EmbeddedServer
from store.opening.factory import open_client
from tests.bench import process_usage
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers import stored_tables
from tests.support.servers.processes import PATIENCE

ROUNDS = 3
TABLES, SEATS = 40, 3
SNAPSHOT_EVENTS, LARGE = 1_000_000, 10_000_000
MOST_SECONDS = 15
AT_ONCE = 500  # copies
GROWN = (REWRITE - 1) / 100  # of the snapshot: one percent more, and a rewrite would begin
SNAPSHOT_SHARE = 0.953  # of the events, which leaves about as many as that growth needs


class Loaded(NamedTuple):
    """What a start of the store took: CPU time and bytes on the disk, per event."""

    micros: float
    size: float


def measure(show: Show) -> list[Result]:
    starts, loads = [], []
    for _ in range(ROUNDS):  # in turn
        with own_server() as api:
            starts.append(1_000 * process_usage.cpu_seconds(api.pid))
        loads.append(_commands())
    show(f"{ROUNDS} restarts; now with {SNAPSHOT_EVENTS:,} events in a snapshot")
    commands = Loaded(*(sorted(column)[ROUNDS // 2] for column in zip(*loads, strict=True)))
    snapshot, micros = _snapshot(show), [each.micros for each in loads]
    return [
        of_rounds("restart: CPU of the API until it is ready", starts, "ms"),
        of_rounds("  CPU of a killed store per event after its snapshot", micros, "µs"),
        Result("  CPU of a killed store per event in its snapshot", snapshot.micros, "µs"),
        Result("  bytes per event after the snapshot", commands.size),
        Result("  bytes per event in the snapshot", snapshot.size),
        Result(
            f"  {LARGE:,} events, just before a rewrite, extrapolated",
            extrapolated(LARGE, commands, snapshot),
            "s",
            MOST_SECONDS,
            "at most",
        ),
    ]


def measure_large(show: Show) -> list[Result]:
    """Copy tables into a snapshot, then play others after it, kill the store and start it."""
    with own_store("no") as server:
        first = uvloop.run(fill(server.url))
        copies = int(SNAPSHOT_SHARE * LARGE) // first
        assert uvloop.run(multiplied(server.url, copies))
        events, snapshot = first * (1 + copies), size_of(server)
        show(f"{events:,} events in a snapshot of {snapshot / 1e6:.0f} MB")
        while size_of(server) < (1 + GROWN) * snapshot and events < LARGE:
            events += uvloop.run(fill(server.url))
        size = size_of(server)
        show(f"{events:,} events; the file has grown by {100 * (size / snapshot - 1):.0f} %")
        began = time.perf_counter()
        seconds = restarted(server)
        clock = time.perf_counter() - began
    after = 100 * (1 - first * (1 + copies) / events)
    return [
        Result(f"restart: CPU of a killed store with {events:,} events", seconds, "s"),
        Result("  the same by the clock, until it answers", clock, "s", MOST_SECONDS, "at most"),
        Result("  share of the events after the snapshot", after, "%"),
    ]


def extrapolated(events: int, commands: Loaded, snapshot: Loaded) -> float:
    """Return the seconds to load so many events when a rewrite is about to begin.

    Then the commands after the snapshot have grown to a percentage of the size of the snapshot.
    """
    ratio = REWRITE / 100 * snapshot.size / commands.size  # events after it to events in it
    inside = events / (1 + ratio)
    return (inside * snapshot.micros + (events - inside) * commands.micros) / 1e6


def _commands() -> Loaded:
    """Kill a store that holds tables; return what it takes to load them command by command."""
    with own_store() as server:
        before = size_of(server)
        events = uvloop.run(fill(server.url))
        size = size_of(server) - before
        return Loaded(1e6 * restarted(server) / events, size / events)


def _snapshot(show: Show) -> Loaded:
    with own_store("no") as server:
        events = uvloop.run(fill(server.url))
        assert uvloop.run(multiplied(server.url, SNAPSHOT_EVENTS // events))
        events += events * (SNAPSHOT_EVENTS // events)
        seconds = restarted(server)
        show(f"{events:,} events in a snapshot: loaded with {seconds:.2f} s of CPU time")
        return Loaded(1e6 * seconds / events, size_of(server) / events)


def restarted(server: EmbeddedServer) -> float:
    """Kill a store and start it; return the CPU time until it answers."""
    server.end(signal.SIGKILL)
    server.start()
    assert server.pid is not None
    return process_usage.cpu_seconds(server.pid)


def size_of(server: EmbeddedServer) -> int:
    """Return the bytes of the append-only file."""
    return sum(each.stat().st_size for each in Path(server.directory).glob("appendonlydir/*"))


async def multiplied(url: str, times: int) -> bool:
    """Copy every key so many times, and let the store write a snapshot of all of it."""
    async with aclosing(open_client(url, 60.0)) as client:
        [server] = await client.servers()
        keys = await server.execute("KEYS", "*:table:*")
        copies = [("COPY", key, b"%b:%d" % (key, n)) for n in range(times) for key in keys]
        for start in range(0, len(copies), AT_ONCE):
            await server.execute_all(copies[start : start + AT_ONCE])
        await server.execute("BGREWRITEAOF")
        return await until_rewritten(client)


async def until_rewritten(client: StoreClient) -> bool:
    while True:
        facts = (await client.execute("INFO", "persistence")).decode()
        if "aof_rewrite_in_progress:0" in facts and "aof_rewrite_scheduled:0" in facts:
            return "aof_last_bgrewrite_status:ok" in facts
        await asyncio.sleep(0.1)


async def fill(url: str) -> int:
    """Play some tables to their end; return the number of their events."""
    async with await Store(url, PATIENCE, is_api=True).start() as store:
        tables, rng = TableCache(store.log, RealWorld()), Random(1)
        done = [await stored_tables.finished(tables, SEATS, rng) for _ in range(TABLES)]
    return sum(each.version for each in done)
