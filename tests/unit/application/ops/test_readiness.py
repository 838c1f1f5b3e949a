"""Readiness turns red before writes fail."""

import pytest

from application.ops.readiness import Failover, Limits, StoreFacts, causes, failover_of

LIMITS = Limits(memory_red=90, disk_red=1_000_000)


def facts(**known: int | str) -> StoreFacts:
    store = {"server": "valkey", "version": "9", "durability": "always", "latency_ms": 0.1}
    return StoreFacts(**(store | known))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({}, []),
        ({"memory_used": 89, "memory_limit": 100}, []),
        ({"memory_used": 90, "memory_limit": 100}, ["memory"]),
        ({"memory_used": 90}, []),
        ({"disk_free": 1_000_000}, []),
        ({"disk_free": 999_999}, ["disk"]),
        ({"refusal": "its memory is used up"}, ["takes no writes: its memory is used up"]),
        ({"refusal": "x", "disk_free": 0, "memory_used": 9, "memory_limit": 9}, ["x", "d", "m"]),
    ],
)
def test_each_cause_is_named(known: dict[str, int | str], words: list[str]) -> None:
    found = causes(facts(**known), LIMITS)
    assert len(found) == len(words)
    assert all(word in cause for word, cause in zip(words, found, strict=True))


@pytest.mark.parametrize(
    ("confirmations", "replicas", "expected"),
    [
        (0, 0, "none"),
        (0, 1, "may_lose"),
        (1, 0, "keeps"),  # nothing is acknowledged
        (1, 1, "keeps"),
        (1, 2, "may_lose"),
        (0, None, "unknown"),
        (1, None, "unknown"),
    ],
)
def test_readiness_reports_what_a_fail_over_keeps(
    confirmations: int, replicas: int | None, expected: Failover
) -> None:
    assert failover_of(confirmations, replicas) == expected
