"""What streams cost: commands with listeners, rooms in which nothing happens, and the delay."""

import asyncio
import os
import time
from collections.abc import Sequence
from statistics import median, quantiles

import uvloop

from openapi.load.own_server import RunningServer, own_server
from openapi.play.table import Player
from tests.bench.measures import idle_rooms
from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import Load, cpu, micros, quotients, sample_in_turn, under_load
from tests.bench.servers.gumball_tables import GumballTable, register_players, start_table
from tests.bench.servers.http_connection import HttpConnection
from tests.bench.servers.listeners import HeardConnection, Listener, listen

CONNECTIONS = 16
LISTENERS = (0, 2, 10)
ROUNDS, SECONDS = 8, 0.6
TARGET = 1.25
TABLES, READERS, DELAY_COMMANDS, PER_SECOND = 100, 10, 600, 75
DELAY_TARGET = 5.0  # ms


def measure(show: Show) -> list[Result]:
    with own_server() as api, own_server() as quiet:
        results = uvloop.run(_commands(api, quiet, show))
    with own_server() as api:
        results += uvloop.run(_delay(api, show))
    return results + idle_rooms.measure(show)


async def _commands(api: RunningServer, quiet: RunningServer, show: Show) -> list[Result]:
    """Compare commands at tables with listeners with those of a server that has no stream.

    A server with any stream follows what all processes store, which commands at tables without
    listeners would pay for, too.
    """
    loads = {str(count): _load(api if count else quiet, count) for count in LISTENERS}
    taken = await sample_in_turn(loads, ROUNDS, SECONDS, show)
    two, ten = (quotients(taken[str(count)], taken["0"], cpu("web")) for count in LISTENERS[1:])
    rows = [
        of_rounds("streams: command with 2 listeners ÷ without, CPU", two, "", TARGET, "at most"),
        of_rounds("  command with 10 listeners ÷ without, CPU", ten),
        *(micros(f"  command with {count} listeners: web", taken[count], "web") for count in taken),
        *(micros(f"  command with {count}: store", taken[count], "store") for count in taken),
    ]
    return under_load(rows, taken)


def _load(api: RunningServer, listeners: int) -> Load:
    pids = {"web": api.pid, "store": api.store_pid, "client": os.getpid()}
    return Load([HeardConnection(api.port, listeners) for _ in range(CONNECTIONS)], pids)


class TimedListener(Listener):
    """Notes when it has last received something."""

    def __init__(self) -> None:
        super().__init__()
        self.last = 0.0

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.last = time.perf_counter()


async def _delay(api: RunningServer, show: Show) -> list[Result]:
    """Send commands at a fixed rate; measure when, after the answer, the streams have them."""
    http = await HttpConnection.open(api.port)
    players = await register_players(http)
    rooms = [await _room(http, api.port, players) for _ in range(TABLES)]
    delays: list[float] = []
    for number in range(DELAY_COMMANDS):
        began = time.perf_counter()
        table, readers = rooms[number % TABLES]
        body = await http.body(table.next_command())
        answered = time.perf_counter()
        table.read(body)
        await asyncio.sleep(max(0.0, 1 / PER_SECOND - (answered - began)))
        delays += [1_000 * (each.last - answered) for each in readers]
    show(f"{len(delays):,} delays, median {median(delays):.2f} ms")
    late = [max(0.0, delay) for delay in delays]
    percentile = quantiles(late, n=100)[98]
    name = f"streams: delay p99 after the answer, {TABLES * READERS:,} streams"
    return [Result(name, percentile, "ms", DELAY_TARGET, "at most")]


async def _room(
    http: HttpConnection, port: int, players: Sequence[Player]
) -> tuple[GumballTable, list[TimedListener]]:
    table = await start_table(http, players)
    readers = [await listen(port, table.path, make=TimedListener) for _ in range(READERS)]
    return table, [each for each in readers if isinstance(each, TimedListener)]
