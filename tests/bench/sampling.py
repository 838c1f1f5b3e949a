"""Samples of servers under load: answers per second, and processor time per answer by process."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from domain.kernel.messages import Value
from tests.bench import machine, process_usage
from tests.bench.connections import Connection, Round
from tests.bench.interleaved import FEWEST
from tests.bench.result import Result, Show, of_rounds, with_others


class Sample(Value, frozen=True):
    """One round: answers per second, and processor time per answer in microseconds by process.

    `others` and `idle` are shares of all cores: what other programs used, and what nobody did.
    """

    rate: float
    micros: dict[str, float]
    others: float = 0.0
    idle: float = 0.0


class Load(NamedTuple):
    """Connections that send without pause, and the processes whose time counts, by name."""

    connections: Sequence[Connection]
    pids: Mapping[str, int]


async def sample(load: Load, seconds: float) -> Sample:
    await asyncio.gather(*(each.prepare() for each in load.connections))
    before = {name: process_usage.cpu_seconds(pid) for name, pid in load.pids.items()}
    cores = machine.read()
    round_ = Round(load.connections)
    rate = await round_.run(seconds)
    used = machine.usage(cores, machine.read())
    spent = {name: process_usage.cpu_seconds(pid) - before[name] for name, pid in load.pids.items()}
    for each in load.connections:
        each.close()
    micros = {name: 1e6 * time / round_.answers for name, time in spent.items()}
    return Sample(rate, micros, used.others, used.idle)


async def sample_in_turn(
    loads: Mapping[str, Load], rounds: int, seconds: float, show: Show, limit: float = 75.0
) -> dict[str, list[Sample]]:
    """Sample every load once per round; the first round warms up and is not returned.

    Rounds in which other programs were busy are repeated, up to twice as many in all. The quietest
    are returned. After `limit` seconds no further round begins, if there are some.
    """
    taken: list[dict[str, Sample]] = []
    deadline = time.monotonic() + limit
    while _goes_on(taken, rounds, time.monotonic() > deadline):
        taken.append({name: await sample(load, seconds) for name, load in loads.items()})
        rates = ", ".join(f"{name} {one.rate:,.0f}/s" for name, one in taken[-1].items())
        show(f"round {len(taken) - 1}: {rates}; others {_others(taken[-1]):.0%}")
    chosen = quietest(taken[1:], rounds)
    return {name: [each[name] for each in chosen] for name in loads}


def _goes_on(taken: Sequence[Mapping[str, Sample]], rounds: int, late: bool) -> bool:
    measured = taken[1:]
    if late and len(measured) >= FEWEST:
        return False
    quiet = [each for each in measured if _others(each) <= machine.QUIET]
    return len(quiet) < rounds and len(measured) < 2 * rounds


def quietest(taken: Sequence[dict[str, Sample]], rounds: int) -> list[dict[str, Sample]]:
    """Return the rounds with the least load of other programs, in the order of their time."""
    kept = sorted(range(len(taken)), key=lambda number: _others(taken[number]))[:rounds]
    return [taken[number] for number in sorted(kept)]


def _others(round_: Mapping[str, Sample]) -> float:
    """Return the load of other programs in the busiest part of a round."""
    return max(one.others for one in round_.values())


def under_load(results: Sequence[Result], taken: Mapping[str, Sequence[Sample]]) -> list[Result]:
    """Return the rows with the load of other programs in the rounds that they come from."""
    return with_others(results, median(one.others for rounds in taken.values() for one in rounds))


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
