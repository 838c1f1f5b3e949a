"""The shape of a run: which share of the highest rate is planned at each moment."""

from collections.abc import Callable
from dataclasses import dataclass

STEPS = 4
REST, SPIKE = 0.2, (0.4, 0.6)  # between the spikes; where the spike begins and ends
SLICES = 500  # of a run, in which the rate is taken as constant

SHARES: dict[str, Callable[[float], float]] = {
    "steady": lambda _: 1.0,
    "ramp": lambda part: part,
    "step": lambda part: (1 + int(part * STEPS)) / STEPS if part < 1 else 1.0,
    "spike": lambda part: 1.0 if SPIKE[0] <= part < SPIKE[1] else REST,
    "soak": lambda _: 1.0,
}


@dataclass(frozen=True)
class Shape:
    name: str
    seconds: float  # length of the run

    def share(self, at: float) -> float:
        """Return the share of the highest rate, `at` seconds after the start."""
        return SHARES[self.name](min(1.0, max(0.0, at / self.seconds)))

    def due(self, after: float, work: float, rate: float) -> float:
        """Return when the plan reaches so much more work; `rate` is the highest, per second.

        Work 1 is the mean distance of two events: random distances give a Poisson process whose
        rate follows the shape.
        """
        if SHARES[self.name](0.0) == SHARES[self.name](0.5) == 1.0:
            return after + work / rate
        step = self.seconds / SLICES
        while True:
            now = rate * self.share(after + step / 2)
            if work <= now * step:
                return after + work / now
            work, after = work - now * step, after + step
