"""Commands per second that a replica confirms, compared with commands that none does.

All servers are on this machine: the replica takes a share of the same processors and disk.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvloop

from openapi.load.own_server import own_store, web_process
from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import Load, cpu, quotients, rate, sample_in_turn
from tests.bench.servers.connections import TableConnection
from tests.support.stores.replicated_cluster import ReplicatedPair, replicated_pair

CONNECTIONS = 64
ROUNDS, SECONDS = 8, 0.8
TARGET = 0.75
ALONE = "no replica"
CONFIRMED = {"everysec": "replica at everysec", "always": "replica at always"}
LAZY = {"LUDOTHEQUE_REPLICAS": "1", "LUDOTHEQUE_STORE_SECONDS": "5"}


def measure(show: Show) -> list[Result]:
    with ExitStack() as stack:
        store = stack.enter_context(own_store())
        port, web = stack.enter_context(web_process(["api"], "/health/ready", store.url))
        assert store.pid is not None
        loads = {ALONE: _load(port, web, store.pid)}
        for fsync, name in CONFIRMED.items():
            pair = stack.enter_context(_pair(fsync))
            api = web_process(["api"], "/health/ready", pair.url, LAZY)
            port, web = stack.enter_context(api)
            loads[name] = _load(port, web, pair.master.pid)
        taken = uvloop.run(sample_in_turn(loads, ROUNDS, SECONDS, show))
    results = []
    for fsync, name in CONFIRMED.items():
        target = TARGET if fsync == "everysec" else None
        by_rate = quotients(taken[name], taken[ALONE], rate)
        by_time = quotients(taken[name], taken[ALONE], cpu("web"))
        by_store = quotients(taken[name], taken[ALONE], cpu("store"))
        results += [
            of_rounds(f"{name}: commands/s ÷ {ALONE}", by_rate, "", target),
            of_rounds("  API CPU per command ÷ the same", by_time),
            of_rounds("  CPU of the master per command ÷ the same", by_store),
        ]
    return results


def _load(port: int, web: int, store: int) -> Load:
    pids = {"web": web, "store": store, "client": os.getpid()}
    return Load([TableConnection(port) for _ in range(CONNECTIONS)], pids)


@contextmanager
def _pair(fsync: str) -> Iterator[ReplicatedPair]:
    """Run a master at `always` with a replica at this policy."""
    with (
        tempfile.TemporaryDirectory(prefix="ludotheque-load-") as directory,
        replicated_pair("valkey", Path(directory)) as pair,
    ):
        pair.master.ask("CONFIG", "SET", "appendfsync", "always")
        pair.replica.ask("CONFIG", "SET", "appendfsync", fsync)
        yield pair
