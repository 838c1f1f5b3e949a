"""Samples of servers under load: answers per second, and processor time per answer by process."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.messages import Value
from tests.bench import process_usage
from tests.bench.connections import Connection, Round
from tests.bench.result import Result, Show, of_rounds


class Sample(Value, frozen=True):
    """One round: answers per second, and processor time per answer in microseconds by process."""

    rate: float
    micros: dict[str, float]


class Load(NamedTuple):
    """Connections that send without pause, and the processes whose time counts, by name."""

    connections: Sequence[Connection]
    pids: Mapping[str, int]


async def sample(load: Load, seconds: float) -> Sample:
    await asyncio.gather(*(each.prepare() for each in load.connections))
    before = {name: process_usage.cpu_seconds(pid) for name, pid in load.pids.items()}
    round_ = Round(load.connections)
    rate = await round_.run(seconds)
    spent = {name: process_usage.cpu_seconds(pid) - before[name] for name, pid in load.pids.items()}
    return Sample(rate, {name: 1e6 * time / round_.answers for name, time in spent.items()})


async def sample_in_turn(
    loads: Mapping[str, Load], rounds: int, seconds: float, show: Show
) -> dict[str, list[Sample]]:
    """Sample every load once per round; the first round warms up and is not returned."""
    samples: dict[str, list[Sample]] = {name: [] for name in loads}
    for number in range(rounds + 1):
        for name, load in loads.items():
            samples[name].append(await sample(load, seconds))
        rates = ", ".join(f"{name} {taken[-1].rate:,.0f}/s" for name, taken in samples.items())
        show(f"round {number}: {rates}")
    return {name: taken[1:] for name, taken in samples.items()}


def quotients(
    ours: Sequence[Sample], theirs: Sequence[Sample], value: Callable[[Sample], float]
) -> list[float]:
    """Return the quotients of neighbouring rounds."""
    return [value(a) / value(b) for a, b in zip(ours, theirs, strict=True)]


def rate(one: Sample) -> float:
    return one.rate


def cpu(process: str) -> Callable[[Sample], float]:
    return lambda one: one.micros[process]


def micros(name: str, samples: Sequence[Sample], process: str) -> Result:
    return of_rounds(name, [one.micros[process] for one in samples], "µs")
