"""Rounds in turn: every work is measured once in each round, so that other load meets all alike."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

FEWEST = 3  # rounds that are made even if the time is over
Units: TypeAlias = float
Work: TypeAlias = Callable[[], Units]


def rounds_within(seconds: float, most: int) -> Iterator[int]:
    """Count rounds; after so many seconds no further one begins, if there are some."""
    deadline = time.monotonic() + seconds
    for number in range(most):
        if number >= FEWEST and time.monotonic() > deadline:
            return
        yield number


def rates(works: Mapping[str, Work], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Return the units of each work per second of processor time, round by round."""
    for work in works.values():
        work()  # the first run fills caches
    measured: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            measured[name].append(rate(work, seconds))
    return measured


def ratios(measured: Mapping[str, list[float]], one: str, other: str) -> list[float]:
    """Return the quotients of two works, each of two neighbours in time."""
    return [a / b for a, b in zip(measured[one], measured[other], strict=True)]


def rate(work: Work, seconds: float) -> float:
    """Return units per second of processor time of this process."""
    began, done = time.process_time(), 0.0
    while (took := time.process_time() - began) < seconds:
        done += work()
    return done / took
