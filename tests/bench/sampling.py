"""Samples of servers under load: answers per second, and processor time per answer by process."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from domain.kernel.messages import Value
from tests.bench import machine, process_usage
from tests.bench.interleaved import FEWEST
from tests.bench.result import Result, Show, of_rounds, with_others
from tests.bench.servers.connections import Connection, Round


class Sample(Value, frozen=True):
    """One round: answers per second, and processor time per answer in microseconds by process.

    `others` and `idle` are shares of all cores: what other programs used, and what nobody did.
    `at_rest` is what the processes would have used without any request, in microseconds per answer.
    """

    rate: float
    micros: dict[str, float]
    others: float = 0.0
    idle: float = 0.0
    at_rest: float = 0.0

    @property
    def total(self) -> float:
        """Return the time of all processes for an answer."""
        return sum(self.micros.values())


async def at_once() -> None:
    """Wait for nothing: the processes work for requests only while they answer them."""


class Load(NamedTuple):
    """Connections that send without pause, and the processes whose time counts, by name.

    `settled` returns when the processes have done all that requests caused. `at_rest` is the share
    of a core that each of them uses without any request; it is not counted for the requests.
    """

    connections: Sequence[Connection]
    pids: Mapping[str, int]
    settled: Callable[[], Awaitable[None]] = at_once
    at_rest: Mapping[str, float] = {}


async def sample(load: Load, seconds: float) -> Sample:
    await asyncio.gather(*(each.prepare() for each in load.connections))
    await load.settled()
    before, began = process_usage.of_all(load.pids), time.monotonic()
    cores = machine.read()
    round_ = Round(load.connections)
    rate = await round_.run(seconds)
    await load.settled()
    used = machine.usage(cores, machine.read())
    after, passed = process_usage.of_all(load.pids), time.monotonic() - began
    for each in load.connections:
        each.close()
    per_answer, answers = 1e6 * passed / round_.answers, 1e-6 * round_.answers
    at_rest = {name: per_answer * load.at_rest.get(name, 0.0) for name in load.pids}
    micros = {name: (after[name] - before[name]) / answers - at_rest[name] for name in load.pids}
    return Sample(rate, micros, used.others, used.idle, sum(at_rest.values()))


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


def total(one: Sample) -> float:
    return one.total


def cpu(process: str) -> Callable[[Sample], float]:
    return lambda one: one.micros[process]


def micros(name: str, samples: Sequence[Sample], process: str) -> Result:
    return of_rounds(name, [one.micros[process] for one in samples], "µs")
