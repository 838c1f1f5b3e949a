"""Latencies in bounded memory: no bucket is wider than one percent of its values.

The package `hdrhistogram` 0.10.8 was measured and does not replace this: it has no wheel for Linux
on ARM (nor for macOS on Intel) and the image of compose.yaml has no compiler; it installs pbr and
setuptools beside the server; it drops values above its range, rounds the rank of a percentile down
(p90 of six values is the fifth) and rounds the maximum up when histograms are added.
"""

import math
from collections import Counter

from openapi.load.report import Spread

EXACT_BITS = 7  # below 2**7 microseconds every value has a bucket of its own
EXACT = 1 << EXACT_BITS


class Histogram:
    """Divides each power of two into 128 buckets, as an HdrHistogram does."""

    def __init__(self) -> None:
        self.count = 0
        self.max = 0.0
        self._buckets: Counter[int] = Counter()

    def record(self, ms: float) -> None:
        self.count += 1
        self.max = max(self.max, ms)
        self._buckets[bucket(round(1000 * max(0.0, ms)))] += 1

    def percentile(self, share: float) -> float:
        """Return the latency in ms that `share` percent of all did not exceed; never too low."""
        rank, seen = math.ceil(round(share * self.count / 100, 6)), 0
        for index in sorted(self._buckets):
            seen += self._buckets[index]
            if seen >= rank:
                return min(highest(index) / 1000, self.max)
        return self.max

    def add(self, other: "Histogram") -> None:
        self.count += other.count
        self.max = max(self.max, other.max)
        self._buckets.update(other._buckets)

    def spread(self) -> Spread:
        shares = {"p50": 50, "p90": 90, "p95": 95, "p99": 99, "p99_9": 99.9, "max": 100}
        values = {name: round(self.percentile(share), 3) for name, share in shares.items()}
        return Spread(count=self.count, **values)


def bucket(micros: int) -> int:
    """Return the index of the bucket of a value; larger values have larger indexes."""
    shift = max(0, micros.bit_length() - EXACT_BITS - 1)
    return shift * EXACT + (micros >> shift)


def highest(index: int) -> int:
    """Return the largest value of a bucket."""
    if index < 2 * EXACT:
        return index
    shift = index // EXACT - 1
    return ((index - shift * EXACT + 1) << shift) - 1
