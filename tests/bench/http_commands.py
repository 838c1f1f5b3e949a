"""Commands per second over HTTP on cached tables, as a share of the rate of a bare echo."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from statistics import median

import uvloop

from domain.kernel.messages import Value
from openapi.load.own_server import own_server, web_process
from tests.bench import process_usage
from tests.bench.connections import Connection, EchoConnection, Round, TableConnection
from tests.bench.result import Result, Show

CONNECTIONS = 64
ROUNDS = 10
SECONDS = 0.8
TARGET = 0.55


class Sample(Value, frozen=True):
    """One round: answers per second, and processor time per answer in microseconds by process."""

    rate: float
    micros: dict[str, float]


def measure(show: Show) -> list[Result]:
    with own_server() as api, web_process(["tests.bench.echo_server"], "/live", "") as (port, pid):
        pids = {"api": api.pid, "store": api.store_pid, "client": os.getpid()}
        return uvloop.run(_rounds(api.port, port, pids, {"echo": pid, "client": os.getpid()}, show))


async def _rounds(
    api_port: int, echo_port: int, api: dict[str, int], echo: dict[str, int], show: Show
) -> list[Result]:
    echoing = [EchoConnection(echo_port) for _ in range(CONNECTIONS)]
    playing = [TableConnection(api_port) for _ in range(CONNECTIONS)]
    pairs = []
    for n in range(ROUNDS + 1):
        pair = await _sample(playing, api), await _sample(echoing, echo)
        pairs.append(pair)
        show(f"round {n}: {pair[0].rate:,.0f} commands/s, {pair[1].rate:,.0f} echoes/s")
    return _results(pairs[1:])  # the first round warms up


async def _sample(connections: Sequence[Connection], pids: Mapping[str, int]) -> Sample:
    await asyncio.gather(*(each.prepare() for each in connections))
    before = {name: process_usage.cpu_seconds(pid) for name, pid in pids.items()}
    round_ = Round(connections)
    rate = await round_.run(SECONDS)
    spent = {name: process_usage.cpu_seconds(pid) - before[name] for name, pid in pids.items()}
    return Sample(rate, {name: 1e6 * time / round_.answers for name, time in spent.items()})


def _results(pairs: Sequence[tuple[Sample, Sample]]) -> list[Result]:
    commands, echoes = [c for c, _ in pairs], [e for _, e in pairs]
    api, echo = _median(commands, "api"), _median(echoes, "echo")
    return [
        Result(
            "HTTP: commands/s ÷ bare echo/s", median(c.rate / e.rate for c, e in pairs), "", TARGET
        ),
        Result("  the same by processor time of the web process", echo / api),
        Result("  commands", median(c.rate for c in commands), "/s"),
        Result("  bare echoes", median(e.rate for e in echoes), "/s"),
        Result("  a command costs the API", api, "µs"),
        Result("  a command costs the store", _median(commands, "store"), "µs"),
        Result("  a command costs this client", _median(commands, "client"), "µs"),
        Result("  an echo costs its server", echo, "µs"),
        Result("  an echo costs this client", _median(echoes, "client"), "µs"),
    ]


def _median(samples: Sequence[Sample], process: str) -> float:
    return median(sample.micros[process] for sample in samples)
