"""A bucket drains and fills by the clock it is given."""

import timeit

import pytest

from api.admission import token_bucket
from api.admission.token_bucket import TokenBuckets
from application.setting_values import Rate


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(buckets: TokenBuckets, key: str = "a", times: int = 1000) -> int:
    """How many are given before the first refusal."""
    return next((n for n in range(times) if buckets.take(key).wait), times)


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    clock = Clock()
    buckets = TokenBuckets("token", Rate(per_second=10, burst=25), clock)
    assert taken(buckets) == 25
    clock.now += 1
    assert taken(buckets) == 10
    clock.now += 3600
    assert taken(buckets) == 25


def test_a_refusal_says_when_to_come_back_and_costs_nothing() -> None:
    clock = Clock()
    buckets = TokenBuckets("token", Rate(per_second=1, burst=5), clock)
    taken(buckets)
    for _ in range(100):
        refusal = buckets.take("a")
    assert refusal.retry_after == 1
    clock.now += refusal.wait
    assert not buckets.take("a").wait


def test_each_caller_has_a_bucket() -> None:
    buckets = TokenBuckets("token", Rate(per_second=1, burst=5), Clock())
    assert (taken(buckets, "a"), taken(buckets, "b")) == (5, 5)


def test_the_headers_show_what_is_left() -> None:
    buckets = TokenBuckets("token", Rate(per_second=10, burst=25), Clock())
    for _ in range(4):
        buckets.take("a")
    policy, left = buckets.take("a").headers
    assert policy == (b"ratelimit-policy", b'"token";q=25;w=3')
    assert left == (b"ratelimit", b'"token";r=20;t=1')


def test_full_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_bucket, "MOST_BUCKETS", 100)
    clock = Clock()
    buckets = TokenBuckets("address", Rate(per_second=1, burst=5), clock)
    for n in range(100):
        buckets.take(n)
    clock.now += 10
    buckets.take("new")
    assert len(buckets) == 1
    for n in range(1000):  # all in use: no more than that many are kept
        buckets.take(n)
    assert len(buckets) <= 100


def test_taking_one_costs_next_to_nothing() -> None:
    buckets = TokenBuckets("token", Rate(per_second=10**6, burst=10**6))
    best = min(timeit.repeat(lambda: buckets.take("a"), number=1000, repeat=5)) / 1000
    assert best < 100e-6  # measured: under 1 µs


def test_an_expensive_request_takes_as_much_as_it_costs() -> None:
    clock = Clock()
    buckets = TokenBuckets("work", Rate(per_second=100, burst=1000), clock)
    assert buckets.take("a", 900).left == 100
    refused = buckets.take("a", 300)
    assert refused.wait == pytest.approx(2)
    clock.now += refused.wait
    assert not buckets.take("a", 300).wait


def test_what_costs_more_than_a_full_bucket_is_allowed_from_a_full_one_and_paid_later() -> None:
    clock = Clock()
    buckets = TokenBuckets("work", Rate(per_second=100, burst=1000), clock)
    assert buckets.take("a", 3000).wait == 0
    assert buckets.take("a", 1).wait == pytest.approx(20.01)
    assert buckets.take("a", 3000).wait == pytest.approx(30)
    clock.now += 29
    assert buckets.take("a", 3000).wait == pytest.approx(1)
    clock.now += 1
    assert not buckets.take("a", 3000).wait


def test_work_that_was_done_unasked_is_paid_later() -> None:
    clock = Clock()
    buckets = TokenBuckets("work", Rate(per_second=100, burst=1000), clock)
    assert not buckets.look("a").wait
    buckets.debit("a", 1500)
    assert buckets.look("a").wait == pytest.approx(5.01)
    assert buckets.take("a").wait == pytest.approx(5.01)
    clock.now += 5.1
    assert not buckets.look("a").wait
