"""The search for the limit: doubles the rate, bisects, and repeats at the knee.

Nothing here runs a load: the caller tries each rate and answers whether the goals held.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias

PRECISION = 0.05  # the search ends when the rates that hold and fail differ by this share
REPETITIONS = 3
STEP_DOWN = 0.95  # when the knee does not hold again
LEAST = 0.5  # turns per second

Search: TypeAlias = Generator[float, bool, "Knee"]


@dataclass(frozen=True)
class Knee:
    """The highest rate that held in most repetitions; 0 if none did."""

    holds: float
    fails: float | None  # the lowest rate that failed; None if none was found
    repetitions: int = 0  # of `REPETITIONS` at which the goals held


def search(first: float, most: float) -> Search:
    """Yield the rates to try, receive whether the goals held, and return the knee."""
    holds, fails = yield from _bracket(min(first, most), most)
    while fails is not None and holds and fails - holds > PRECISION * holds:
        middle = (holds + fails) / 2
        if (yield from _held(middle)):
            holds = middle
        else:
            fails = middle
    return (yield from _repeat(holds, fails))


def _bracket(rate: float, most: float) -> Generator[float, bool, tuple[float, float | None]]:
    """Double the rate until it fails; if the first one fails, halve it until it holds."""
    if (yield from _held(rate)):
        while rate < most:
            holds, rate = rate, min(most, 2 * rate)
            if not (yield from _held(rate)):
                return holds, rate
        return rate, None
    while rate > LEAST:
        fails, rate = rate, max(LEAST, rate / 2)
        if (yield from _held(rate)):
            return rate, fails
    return 0.0, rate


def _held(rate: float) -> Generator[float, bool, bool]:
    """A rate fails only twice in a row: one pause of the machine says nothing about a server."""
    return (yield rate) or (yield rate)


def _repeat(holds: float, fails: float | None) -> Search:
    while holds >= LEAST:
        held = 0
        for _ in range(REPETITIONS):
            held += yield holds
        if 2 * held > REPETITIONS:
            return Knee(holds, fails, held)
        holds, fails = STEP_DOWN * holds, holds
    return Knee(0.0, fails)
