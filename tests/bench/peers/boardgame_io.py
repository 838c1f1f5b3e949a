"""Commands compared with moves at a boardgame.io server, by processor time of the servers.

Both play as many moves at as many tables of three players, with as many tables at once and as many
streams. Both check the credentials of the player, keep a log and hide what a player may not see.
boardgame.io sends each client the whole state that it may see, we send events. In memory it loses
its matches when it ends; with FlatFile it writes files, but does not wait for the disk. We wait for
the disk before each answer, in a store whose time is counted in a row of its own.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import uvloop

from openapi.load.own_server import RunningServer, free_port, own_server
from tests.bench import process_usage
from tests.bench.interleaved import rounds_within
from tests.bench.peers import installing
from tests.bench.peers.worker import Worker, worker
from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import Load, sample
from tests.bench.servers.listeners import HeardConnection

AT_ONCE, MOVES = 16, 48  # tables at once, and moves of each; a table lasts for 50 or more
WARM_UP, ROUNDS, LIMIT, ROUND_LIMIT = 4, 10, 90.0, 60.0
# (where boardgame.io keeps its matches, streams per table): the least quotient wanted
TARGETS = {("memory", 0): 1.6, ("memory", 2): 1.3, ("FlatFile", 2): 5.0}


class Costs(NamedTuple):
    """Processor time of one move in microseconds."""

    theirs: float
    web: float
    store: float


class CountedConnection(HeardConnection):
    """Plays a fixed number of moves at each table, then closes their streams."""

    prepared_tables = 1
    most_moves = MOVES

    def close(self) -> None:
        super().close()
        while self.streams:
            self.streams.pop().close()


def measure(show: Show) -> list[Result]:
    found: dict[tuple[str, int], list[Costs]] = {case: [] for case in TARGETS}
    with (
        own_server() as heard,
        own_server() as unheard,  # a server with any stream follows what is stored
        tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as folder,
        _server("") as memory,
        _server(folder) as flat_file,
    ):
        servers = {"memory": memory, "FlatFile": flat_file}
        ours = {0: _load(unheard, 0), 2: _load(heard, 2)}
        _warm_up(list(servers.values()), list(ours.values()))
        show("boardgame.io: all servers are warm")
        for number in rounds_within(LIMIT, ROUNDS):
            for case in TARGETS:
                kind, count = case
                theirs = _moves(*servers[kind], count)
                web, store = uvloop.run(_commands(ours[count]))
                found[case].append(Costs(theirs, web, store))
            show(f"boardgame.io: round {number}, {_shown(found)}")
    return [row for case, rounds in found.items() for row in rows(case, rounds)]


def _warm_up(servers: Sequence[tuple[Worker, Worker]], ours: Sequence[Load]) -> None:
    """Play some rounds that do not count: node compiles what it has often run."""
    for _ in range(WARM_UP):
        for server in servers:
            _moves(*server, 2)
        for load in ours:
            uvloop.run(_commands(load))


def rows(case: tuple[str, int], rounds: Sequence[Costs]) -> list[Result]:
    """Return the quotients and their parts."""
    kind, count = case
    name = f"÷ boardgame.io in {kind}, {count} streams per table"
    by_web = [each.theirs / each.web for each in rounds]
    by_all = [each.theirs / (each.web + each.store) for each in rounds]
    return [
        of_rounds(f"{name}, CPU of the web process", by_web, "", TARGETS[case]),
        of_rounds("  the CPU of our store counted, too", by_all),
        of_rounds("  a move costs boardgame.io", [each.theirs for each in rounds], "µs"),
        of_rounds("  a move costs our web process", [each.web for each in rounds], "µs"),
        of_rounds("  a move costs our store", [each.store for each in rounds], "µs"),
    ]


@contextmanager
def _server(folder: str) -> Iterator[tuple[Worker, Worker]]:
    """Run a server, with a client that plays there."""
    port = str(free_port())
    env = {"NODE_PATH": str(installing.node_modules()), "NODE_ENV": "production"}
    files = [installing.HERE / f"boardgame_{name}.js" for name in ("server", "client")]
    with (
        worker([installing.node(), files[0], port, *([folder] if folder else [])], env) as server,
        worker([installing.node(), files[1], port], env) as client,
    ):
        assert server.read() == "ready"
        yield server, client


def _moves(server: Worker, client: Worker, listeners: int) -> float:
    """Return the CPU time of the server for one move, in microseconds."""
    client.send(f"{AT_ONCE} {MOVES} {listeners}")
    assert client.read() == "prepared"
    before = process_usage.cpu_seconds(server.pid)
    client.send("play")
    moves = float(client.read())
    return 1e6 * (process_usage.cpu_seconds(server.pid) - before) / moves


def _load(api: RunningServer, listeners: int) -> Load:
    pids = {"web": api.pid, "store": api.store_pid, "client": os.getpid()}
    return Load([CountedConnection(api.port, listeners) for _ in range(AT_ONCE)], pids)


async def _commands(load: Load) -> tuple[float, float]:
    """Return the CPU time of API and store for one command, in microseconds."""
    taken = await sample(load, ROUND_LIMIT)
    return taken.micros["web"], taken.micros["store"]


def _shown(found: dict[tuple[str, int], list[Costs]]) -> str:
    last = [(kind, count, rounds[-1]) for (kind, count), rounds in found.items()]
    return ", ".join(
        f"{kind} {count}: {c.theirs:.0f} and {c.web:.0f} µs" for kind, count, c in last
    )
