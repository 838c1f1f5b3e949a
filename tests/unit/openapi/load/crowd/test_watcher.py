"""Delays of streams: from the receipt of a command to its last event."""

import asyncio
from collections.abc import Callable

import pytest

from openapi.load.counters import Counters
from openapi.load.crowd import watcher
from openapi.load.crowd.watcher import Delays


def delays(what: Callable[[Delays], None]) -> Counters:
    counters = Counters()

    async def run() -> None:
        what(Delays(counters))

    asyncio.run(run())
    return counters


def test_an_event_that_comes_before_the_receipt_has_no_delay() -> None:
    def both(seen: Delays) -> None:
        seen.heard(6)
        seen.heard(7)
        seen.heard(7)  # by a second watcher
        seen.acknowledged(7)

    counted = delays(both).delays
    assert (counted.count, counted.max) == (2, 0.0)


def test_events_of_others_are_not_counted() -> None:
    assert delays(lambda seen: seen.heard(3)).delays.count == 0


def test_what_a_watcher_has_not_heard_counts_with_the_time_so_far() -> None:
    def missing(seen: Delays) -> None:
        for version in (2, 5, 8):
            seen.acknowledged(version)
        seen.heard(5)
        seen.missing(since=2, last=5)

    assert delays(missing).delays.count == 2  # version 5, and 8 which never came


def test_memory_does_not_grow_with_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "KEPT", 3)

    def many(seen: Delays) -> None:
        for version in range(10):
            seen.acknowledged(version)
        seen.missing(since=-1, last=-1)

    assert delays(many).delays.count == 3
