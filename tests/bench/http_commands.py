"""a: commands per second over HTTP on cached tables, as a share of what a bare echo reaches."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from statistics import median

import uvloop

from domain.kernel.messages import Value
from openapi.load.own_server import own_server, web_process
from tests.bench import cpu
from tests.bench.row import Row, Say
from tests.bench.speakers import Echoing, Playing, Round, Speaker

CONNECTIONS = 64
ROUNDS = 10
SECONDS = 0.8
TARGET = 0.55


class Sample(Value, frozen=True):
    """One round: answers per second, and processor time per answer in microseconds by process."""

    rate: float
    micros: dict[str, float]


def measure(say: Say) -> list[Row]:
    with own_server() as api, web_process(["tests.bench.echo"], "/live", "") as (port, pid):
        pids = {"api": api.pid, "store": api.store_pid, "client": os.getpid()}
        return uvloop.run(_rounds(api.port, port, pids, {"echo": pid, "client": os.getpid()}, say))


async def _rounds(
    api_port: int, echo_port: int, api: dict[str, int], echo: dict[str, int], say: Say
) -> list[Row]:
    echoing = [Echoing(echo_port) for _ in range(CONNECTIONS)]
    playing = [Playing(api_port) for _ in range(CONNECTIONS)]
    pairs = []
    for n in range(ROUNDS + 1):
        pair = await _sampled(playing, api), await _sampled(echoing, echo)
        pairs.append(pair)
        say(f"round {n}: {pair[0].rate:,.0f} commands/s, {pair[1].rate:,.0f} echoes/s")
    return _rows(pairs[1:])  # the first was for warming up


async def _sampled(speakers: Sequence[Speaker], pids: Mapping[str, int]) -> Sample:
    await asyncio.gather(*(each.prepare() for each in speakers))
    before = {name: cpu.seconds(pid) for name, pid in pids.items()}
    round_ = Round(speakers)
    rate = await round_.run(SECONDS)
    spent = {name: cpu.seconds(pid) - before[name] for name, pid in pids.items()}
    return Sample(rate, {name: 1e6 * time / round_.answers for name, time in spent.items()})


def _rows(pairs: Sequence[tuple[Sample, Sample]]) -> list[Row]:
    commands, echoes = [c for c, _ in pairs], [e for _, e in pairs]
    api, echo = _middle(commands, "api"), _middle(echoes, "echo")
    return [
        Row(
            "HTTP: commands/s ÷ bare echo/s", median(c.rate / e.rate for c, e in pairs), "", TARGET
        ),
        Row("  the same by processor time of the web process", echo / api),
        Row("  commands", median(c.rate for c in commands), "/s"),
        Row("  bare echoes", median(e.rate for e in echoes), "/s"),
        Row("  a command costs the API", api, "µs"),
        Row("  a command costs the store", _middle(commands, "store"), "µs"),
        Row("  a command costs this client", _middle(commands, "client"), "µs"),
        Row("  an echo costs its server", echo, "µs"),
        Row("  an echo costs this client", _middle(echoes, "client"), "µs"),
    ]


def _middle(samples: Sequence[Sample], process: str) -> float:
    return median(sample.micros[process] for sample in samples)
