"""Latencies in bounded memory: buckets that are never wider than one percent of their value."""

import math
from collections import Counter

from openapi.load.report import Spread

EXACT_BITS = 7  # below 2**7 microseconds every value has a bucket of its own
EXACT = 1 << EXACT_BITS


class Histogram:
    """Like an HdrHistogram: each power of two is cut into 128 buckets."""

    def __init__(self) -> None:
        self.count = 0
        self.max = 0.0
        self._buckets: Counter[int] = Counter()

    def record(self, ms: float) -> None:
        self.count += 1
        self.max = max(self.max, ms)
        self._buckets[bucket(round(1000 * max(0.0, ms)))] += 1

    def percentile(self, share: float) -> float:
        """The latency in ms that this share of all (0 to 100) did not exceed; never understated."""
        wanted, seen = math.ceil(round(share * self.count / 100, 6)), 0
        for index in sorted(self._buckets):
            seen += self._buckets[index]
            if seen >= wanted:
                return min(highest(index) / 1000, self.max)
        return self.max

    def add(self, other: "Histogram") -> None:
        self.count += other.count
        self.max = max(self.max, other.max)
        self._buckets.update(other._buckets)

    def spread(self) -> Spread:
        shares = {"p50": 50, "p90": 90, "p95": 95, "p99": 99, "p99_9": 99.9, "max": 100}
        told = {name: round(self.percentile(share), 3) for name, share in shares.items()}
        return Spread(count=self.count, **told)


def bucket(micros: int) -> int:
    """Grows with the value; 128 for each power of two."""
    shift = max(0, micros.bit_length() - EXACT_BITS - 1)
    return shift * EXACT + (micros >> shift)


def highest(index: int) -> int:
    """The largest value that falls into this bucket."""
    if index < 2 * EXACT:
        return index
    shift = index // EXACT - 1
    return ((index - shift * EXACT + 1) << shift) - 1
