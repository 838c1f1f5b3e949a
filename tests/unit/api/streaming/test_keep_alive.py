"""Comments come once per interval to every stream, a part of the streams at each tick."""

import asyncio
from typing import Any

import pytest

from api.streaming.keep_alive import TICK_SECONDS, KeepAlive

TICKS = 5


class Clock:
    """Takes the place of the loop: time passes when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0
        self.due: tuple[float, Any] | None = None

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Any) -> "Clock":
        self.due = when, callback
        return self

    def cancel(self) -> None:
        self.due = None

    def pass_until_due(self, late: float = 0.0) -> None:
        assert self.due is not None
        (when, callback), self.due = self.due, None
        self.now = when + late
        callback()


class Reader:
    """A stream that notes when it is called."""

    def __init__(self, keep_alive: KeepAlive, clock: Clock) -> None:
        self.written_at: list[float] = []
        self._clock = clock
        self.group = keep_alive.add(self.beat)

    def beat(self) -> None:
        self.written_at.append(self._clock.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: clock)
    return clock


@pytest.fixture
def keep_alive() -> KeepAlive:
    return KeepAlive(TICKS * TICK_SECONDS)


def test_every_stream_gets_one_comment_per_interval(keep_alive: KeepAlive, clock: Clock) -> None:
    readers = [Reader(keep_alive, clock) for _ in range(3 * TICKS)]
    for _ in range(4 * TICKS):
        clock.pass_until_due()
    for reader in readers:
        pauses = [b - a for a, b in zip(reader.written_at, reader.written_at[1:], strict=False)]
        assert pauses == pytest.approx([TICKS * TICK_SECONDS] * 3)


def test_streams_that_open_together_are_written_to_in_parts(
    keep_alive: KeepAlive, clock: Clock
) -> None:
    readers = [Reader(keep_alive, clock) for _ in range(3 * TICKS)]
    for _ in range(TICKS):
        before = sum(len(reader.written_at) for reader in readers)
        clock.pass_until_due()
        assert sum(len(reader.written_at) for reader in readers) == before + 3


def test_a_late_tick_is_not_made_up_for_at_once(keep_alive: KeepAlive, clock: Clock) -> None:
    Reader(keep_alive, clock)
    clock.pass_until_due(late=60.0)
    assert clock.due is not None
    assert clock.due[0] >= clock.now


def test_without_streams_there_is_no_timer(keep_alive: KeepAlive, clock: Clock) -> None:
    readers = [Reader(keep_alive, clock) for _ in range(2)]
    keep_alive.remove(readers[0].beat, readers[0].group)
    assert clock.due is not None
    keep_alive.remove(readers[1].beat, readers[1].group)
    assert clock.due is None
