"""Percentiles from buckets are within one percent of the exact ones."""

import math
import random

import pytest

from openapi.load.histogram import Histogram, bucket, highest

SHARES = (1, 50, 90, 95, 99, 99.9, 100)


@pytest.mark.parametrize("scale", [0.05, 3.0, 800.0, 40_000.0])
def test_percentiles_are_never_understated_and_within_a_percent(scale: float) -> None:
    luck = random.Random(7)
    values = sorted(luck.expovariate(1 / scale) for _ in range(5000))
    seen = Histogram()
    for value in values:
        seen.record(value)
    for share in SHARES:
        exact = values[math.ceil(round(share * len(values) / 100, 6)) - 1]
        assert exact - 0.0005 <= seen.percentile(share) <= exact * 1.01 + 0.0005


def test_the_largest_is_kept_as_it_is() -> None:
    seen = Histogram()
    for value in (1.0, 2.0, 123.4567):
        seen.record(value)
    assert (seen.count, seen.max, seen.percentile(100)) == (3, 123.4567, 123.4567)


def test_buckets_are_in_order_and_none_is_wider_than_a_percent() -> None:
    edges = [highest(index) for index in range(bucket(10**10))]
    assert edges == sorted(set(edges))
    assert len(edges) < 4000  # up to almost three hours, and no more memory however many answers
    for value in (0, 1, 127, 128, 255, 256, 257, 1000, 65_535, 10**6 + 1, 10**9):
        assert value <= highest(bucket(value)) <= value * 1.01


def test_two_histograms_together_are_one_of_all() -> None:
    ones, twos, both = Histogram(), Histogram(), Histogram()
    for n in range(1, 500):
        ones.record(n)
        twos.record(3 * n)
        both.record(n)
        both.record(3 * n)
    ones.add(twos)
    assert ones.spread() == both.spread()


def test_nothing_recorded_is_zero() -> None:
    assert (Histogram().spread().count, Histogram().spread().p99_9) == (0, 0)
