"""Two API processes on one store: what a command costs, compared with one process.

`routed` sends all commands of a table to one process, by a client that knows the sockets. `HAProxy`
sends them through the proxy of `serve --processes 2`, which routes by table as well. `random` sends
each command to either process. One process and two processes have a store each.

Each process has 64 connections, so that it handles as many commands in one turn of its loop as one
process alone does. `64 in all` shows what two processes cost if the load does not grow.
"""

import os
import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvloop

from openapi.load.own_server import own_store
from store.embedded.server import EmbeddedServer
from tests.bench.result import Result, Show, of_rounds, skipped
from tests.bench.sampling import (
    Load,
    Sample,
    cpu,
    micros,
    quotients,
    rate,
    sample_in_turn,
    under_load,
)
from tests.bench.servers.api_processes import haproxy, processes
from tests.bench.servers.connections import TableConnection
from tests.bench.servers.http_connection import Address, HttpConnection

CONNECTIONS = 64  # of each process
ROUNDS, SECONDS = 7, 0.8
TARGET, CAP_TARGET = 1.1, 0.9
ONE, ROUTED, HALF = "one", "two routed", "two routed, 64 in all"
HAPROXY, RANDOM = "two behind HAProxy", "two at random"
WITH_TARGETS = (ROUTED, HAPROXY)
PARTS = ("web", "store", "client", "proxy")


class RandomConnection(TableConnection):
    """Sends each command of its tables to a process at random."""

    def __init__(self, addresses: Sequence[Address]) -> None:
        super().__init__(addresses[0])
        self._addresses = addresses

    async def prepare(self) -> None:
        await super().prepare()
        others = [await HttpConnection.open(each) for each in self._addresses[1:]]
        self._all = [self._http, *others]

    def _send(self) -> None:
        self._http = random.choice(self._all)
        super()._send()

    def close(self) -> None:
        for each in self._all:
            each.close()


def measure(show: Show) -> list[Result]:
    with (
        tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as name,
        own_store() as own,
        own_store() as shared,
    ):
        folder = Path(name)
        single, *pair = (folder / f"{number}.sock" for number in range(3))
        with (
            processes([single], own.url) as (alone,),
            processes(pair, shared.url) as both,
            haproxy(pair, folder) as proxy,
        ):
            loads = _loads(single, pair, proxy and proxy[0])
            client = os.getpid()
            pids = {"web": both[0], "other": both[1], "store": _pid(shared), "client": client}
            known = {ONE: {"web": alone, "store": _pid(own), "client": client}}
            if proxy is not None:
                known[HAPROXY] = {**pids, "proxy": proxy[1]}
            chosen = {name: Load(each, known.get(name, pids)) for name, each in loads.items()}
            taken = uvloop.run(sample_in_turn(chosen, ROUNDS, SECONDS, show))
    joined = {name: [_together(one) for one in each] for name, each in taken.items()}
    return under_load(rows(joined), taken)


def _loads(
    single: Path, pair: Sequence[Path], proxy: int | None
) -> dict[str, Sequence[TableConnection]]:
    """Return the connections of each arrangement."""
    loads: dict[str, Sequence[TableConnection]] = {
        ONE: [TableConnection(single) for _ in range(CONNECTIONS)],
        ROUTED: [TableConnection(each) for each in pair for _ in range(CONNECTIONS)],
        HALF: [TableConnection(each) for each in pair for _ in range(CONNECTIONS // 2)],
        RANDOM: [RandomConnection(pair) for _ in range(2 * CONNECTIONS)],
    }
    if proxy is not None:
        loads[HAPROXY] = [TableConnection(proxy) for _ in range(2 * CONNECTIONS)]
    return loads


def _pid(store: EmbeddedServer) -> int:
    assert store.pid is not None
    return store.pid


def _together(sample: Sample) -> Sample:
    """Return the sample with the time of both API processes as one."""
    spent = dict(sample.micros)
    spent["web"] += spent.pop("other", 0.0)
    return Sample(sample.rate, spent, sample.others, sample.idle)


def rows(taken: Mapping[str, Sequence[Sample]]) -> list[Result]:
    """Return the quotients to one process, then what a command costs in each arrangement."""
    alone = taken[ONE]
    results = []
    for name, several in taken.items():
        if name != ONE:
            results += _compared(name, several, alone)
    if HAPROXY not in taken:
        results.append(skipped(f"processes: {HAPROXY}", "HAProxy is not installed"))
    for name, samples in taken.items():
        results.append(of_rounds(f"  {name}: commands", [rate(each) for each in samples], "/s"))
        present = [part for part in PARTS if part in samples[0].micros]
        results += [micros(f"  {name}: {part} per command", samples, part) for part in present]
    return results


def _compared(name: str, several: Sequence[Sample], alone: Sequence[Sample]) -> list[Result]:
    cost, gained = quotients(several, alone, cpu("web")), quotients(several, alone, rate)
    caps = [cap(one, two.micros.get("proxy", 0.0)) for one, two in zip(alone, several, strict=True)]
    shares = [each / most for each, most in zip(gained, caps, strict=True)]
    aim, least = (TARGET, CAP_TARGET) if name in WITH_TARGETS else (None, None)
    return [
        of_rounds(f"processes: {name} ÷ one, API CPU per command", cost, "", aim, "at most"),
        of_rounds("  commands/s ÷ one", gained),
        of_rounds("  cap of that quotient on these cores", caps),
        of_rounds("  commands/s ÷ one, as a share of the cap", shares, "", least),
        of_rounds("  the same by processor time, for a busy machine", by_time(several, alone)),
        of_rounds(
            "  cores that wait, mostly for the disk", [100 * each.idle for each in several], "%"
        ),
    ]


def cap(alone: Sample, proxy: float = 0.0) -> float:
    """Return how many times faster two processes can be: 2 A ÷ (A + S + C) on two cores.

    One process is bound by its own time A; two are bound by all cores, which they share with the
    store, the client and the proxy.
    """
    spent = alone.micros
    cores = len(os.sched_getaffinity(0))
    everything = spent["web"] + spent["store"] + spent["client"] + proxy
    return min(2.0, cores * spent["web"] / everything)


def by_time(several: Sequence[Sample], alone: Sequence[Sample]) -> list[float]:
    """Return the share of the cap that the work of two processes allows, less idle cores.

    On an idle machine it is the measured rate as a share of what the cores can do. On a busy one,
    two processes get more of the cores than one, so the measured rate says nothing.
    """
    return [
        (1 - two.idle)
        * (sum(one.micros.values()) + two.micros.get("proxy", 0.0))
        / sum(two.micros.values())
        for two, one in zip(several, alone, strict=True)
    ]
