"""What streams cost: commands with listeners, rooms in which nothing happens, and the delay."""

import asyncio
import os
import time
from collections.abc import Sequence
from statistics import median, quantiles

import msgspec
import uvloop

from openapi.load.own_server import RunningServer, own_server
from tests.bench import process_usage
from tests.bench.gumball_tables import GumballTable, register_players, start_table
from tests.bench.http_connection import HttpConnection, request
from tests.bench.listeners import HeardConnection, Listener, listen
from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import Load, cpu, micros, quotients, sample_in_turn, under_load

CONNECTIONS = 16
LISTENERS = (0, 2, 10)
ROUNDS, SECONDS = 8, 0.6
TARGET = 1.2
ROOMS, FEW_ROOMS, IDLE_ROUNDS, IDLE_SECONDS = 5_000, 100, 3, 8.0
IDLE_TARGET = 5.0  # % of a core for 10,000 rooms
TABLES, READERS, DELAY_COMMANDS, PER_SECOND = 100, 10, 600, 75
DELAY_TARGET = 5.0  # ms


def measure(show: Show) -> list[Result]:
    with own_server() as api:
        results = uvloop.run(_commands(api, show))
    with own_server() as api:
        results += uvloop.run(_delay(api, show))
    with own_server() as api:
        return results + uvloop.run(_idle(api, show))


async def _commands(api: RunningServer, show: Show) -> list[Result]:
    """Compare commands at tables with and without listeners."""
    pids = {"web": api.pid, "store": api.store_pid, "client": os.getpid()}
    loads = {
        str(count): Load([HeardConnection(api.port, count) for _ in range(CONNECTIONS)], pids)
        for count in LISTENERS
    }
    taken = await sample_in_turn(loads, ROUNDS, SECONDS, show)
    two, ten = (quotients(taken[str(count)], taken["0"], cpu("web")) for count in LISTENERS[1:])
    rows = [
        of_rounds("streams: command with 2 listeners ÷ without, CPU", two, "", TARGET, "at most"),
        of_rounds("  command with 10 listeners ÷ without, CPU", ten),
        *(micros(f"  command with {count} listeners: web", taken[count], "web") for count in taken),
        *(micros(f"  command with {count}: store", taken[count], "store") for count in taken),
    ]
    return under_load(rows, taken)


async def _idle(api: RunningServer, show: Show) -> list[Result]:
    """Open one stream at each of many tables and let time pass."""
    http = await HttpConnection.open(api.port)
    tokens = await register_players(http)
    body = msgspec.json.encode({"game": "gumball_rally", "seats": 3})
    listeners: list[Listener] = []

    async def open_up_to(rooms: int) -> None:
        for number in range(len(listeners), rooms):
            token = tokens[number % len(tokens)]
            opened = await http.ask(request("POST", "/v1/tables", body, token))
            listeners.append(await listen(api.port, f"/v1/tables/{opened['id']}"))
        show(f"{rooms:,} rooms are open")

    await open_up_to(FEW_ROOMS)
    few = await _shares(api)
    await open_up_to(ROOMS)
    many = await _shares(api)
    for each in listeners:
        each.close()
    web, store = (
        [for_rooms(10_000, few[name], share) for share in many[name]] for name in ("web", "store")
    )
    return [
        of_rounds("idle rooms: 10,000 cost the API", web, "% of a core", IDLE_TARGET, "at most"),
        of_rounds("  10,000 cost the store", store, "% of a core"),
    ]


async def _shares(api: RunningServer) -> dict[str, list[float]]:
    """Let time pass; return the share of a core, in %, that each process has used."""
    pids = {"web": api.pid, "store": api.store_pid}
    shares: dict[str, list[float]] = {name: [] for name in pids}
    for _ in range(IDLE_ROUNDS):
        before = {name: process_usage.cpu_seconds(pid) for name, pid in pids.items()}
        began = time.monotonic()
        await asyncio.sleep(IDLE_SECONDS)
        passed = time.monotonic() - began
        for name, pid in pids.items():
            shares[name].append(100 * (process_usage.cpu_seconds(pid) - before[name]) / passed)
    return shares


def for_rooms(rooms: int, few: Sequence[float], many: float) -> float:
    """Return the share for so many rooms; what a process costs without any is not scaled."""
    without = median(few)
    return without + (many - without) * (rooms - FEW_ROOMS) / (ROOMS - FEW_ROOMS)


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
    tokens = await register_players(http)
    rooms = [await _room(http, api.port, tokens) for _ in range(TABLES)]
    delays: list[float] = []
    for number in range(DELAY_COMMANDS):
        began = time.perf_counter()
        table, readers = rooms[number % TABLES]
        body = await _raw(http, table.next_command())
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
    http: HttpConnection, port: int, tokens: Sequence[str]
) -> tuple[GumballTable, list[TimedListener]]:
    table = await start_table(http, tokens)
    readers = [await listen(port, table.path, make=TimedListener) for _ in range(READERS)]
    return table, [each for each in readers if isinstance(each, TimedListener)]


async def _raw(http: HttpConnection, sent: bytes) -> bytes:
    answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    http.send(sent, answer.set_result, answer.set_exception)
    return await answer
