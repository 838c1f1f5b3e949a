"""Commands compared with moves at a boardgame.io server, by processor time of the servers."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median

import uvloop

from openapi.load.own_server import RunningServer, free_port, own_server
from tests.bench import process_usage
from tests.bench.listeners import HeardConnection
from tests.bench.peers import installing
from tests.bench.peers.worker import Worker, worker
from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import Load, sample

CONNECTIONS = 16
ROUNDS, SECONDS = 8, 1.5
# (folder for FlatFile or none, listeners): the least quotient wanted
TARGETS = {("memory", 0): 1.6, ("memory", 2): 1.3, ("FlatFile", 2): 5.0}


def measure(show: Show) -> list[Result]:
    found: dict[tuple[str, int], list[tuple[float, float, float]]] = {case: [] for case in TARGETS}
    with (
        own_server() as api,
        tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as folder,
        _server("") as memory,
        _server(folder) as flat_file,
    ):
        servers = {"memory": memory, "FlatFile": flat_file}
        ours = {count: _connections(api, count) for count in (0, 2)}
        for number in range(ROUNDS + 1):
            for kind, count in TARGETS:
                theirs = _moves(*servers[kind], count)
                web, store = uvloop.run(_commands(api, ours[count]))
                found[kind, count].append((theirs, web, store))
            show(f"boardgame.io: round {number}")
    return [row for case, rounds in found.items() for row in _rows(case, rounds[1:])]


def _rows(case: tuple[str, int], rounds: Sequence[tuple[float, float, float]]) -> list[Result]:
    kind, count = case
    name = f"÷ boardgame.io in {kind}, {count} streams per table"
    by_web = [theirs / web for theirs, web, _ in rounds]
    by_all = [theirs / (web + store) for theirs, web, store in rounds]
    return [
        of_rounds(f"{name}, CPU of the web process", by_web, "", TARGETS[case]),
        of_rounds("  the CPU of our store counted, too", by_all),
        Result("  a move costs boardgame.io", median(theirs for theirs, _, _ in rounds), "µs"),
    ]


@contextmanager
def _server(folder: str) -> Iterator[tuple[Worker, Worker]]:
    """Run a server, with a client that plays there."""
    port = str(free_port())
    env = {"NODE_PATH": str(installing.node_modules()), "NODE_ENV": "production"}
    files = [installing.HERE / f"boardgame_{name}.js" for name in ("server", "client")]
    with (
        worker(["node", files[0], port, *([folder] if folder else [])], env) as server,
        worker(["node", files[1], port], env) as client,
    ):
        assert server.read() == "ready"
        yield server, client


def _moves(server: Worker, client: Worker, listeners: int) -> float:
    """Return the CPU time of the server for one move, in microseconds."""
    client.send(f"{SECONDS} {listeners}")
    assert client.read() == "prepared"
    before = process_usage.cpu_seconds(server.pid)
    moves = float(client.read())
    return 1e6 * (process_usage.cpu_seconds(server.pid) - before) / moves


def _connections(api: RunningServer, listeners: int) -> Load:
    pids = {"web": api.pid, "store": api.store_pid, "client": os.getpid()}
    return Load([HeardConnection(api.port, listeners) for _ in range(CONNECTIONS)], pids)


async def _commands(api: RunningServer, load: Load) -> tuple[float, float]:
    """Return the CPU time of API and store for one command, in microseconds."""
    taken = await sample(load, SECONDS)
    return taken.micros["web"], taken.micros["store"]
