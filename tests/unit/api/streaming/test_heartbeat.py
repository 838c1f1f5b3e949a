"""Comments come once per interval to every stream, a part of the streams at each tick."""

import asyncio
from typing import Any

import pytest

from api.streaming import sse
from api.streaming.heartbeat import TICK_SECONDS, Heartbeat, Heartbeats
from api.streaming.subscriber import Subscriber

pytestmark = pytest.mark.anyio
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
    """A stream that notes what is written to it."""

    def __init__(self, heartbeats: Heartbeats, clock: Clock, takes: bool = True) -> None:
        self.written_at: list[float] = []
        self._clock = clock
        self.takes = takes
        self.subscriber = Subscriber(None, None, "name", 0, lambda: None)
        self.subscriber.push = lambda: True
        writer: Any = self
        self.heartbeat = Heartbeat(self.subscriber, writer, heartbeats)

    def write_now(self, content: bytes) -> bool:
        assert content == sse.HEARTBEAT
        if self.takes:
            self.written_at.append(self._clock.now)
        return self.takes

    async def write(self, content: bytes) -> None:
        self.takes = True
        self.write_now(content)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: clock)
    return clock


@pytest.fixture
def heartbeats() -> Heartbeats:
    return Heartbeats(TICKS * TICK_SECONDS)


def test_every_stream_gets_one_comment_per_interval(heartbeats: Heartbeats, clock: Clock) -> None:
    readers = [Reader(heartbeats, clock) for _ in range(3 * TICKS)]
    for _ in range(4 * TICKS):
        clock.pass_until_due()
    for reader in readers:
        pauses = [b - a for a, b in zip(reader.written_at, reader.written_at[1:], strict=False)]
        assert pauses == pytest.approx([TICKS * TICK_SECONDS] * 3)


def test_streams_that_open_together_are_written_to_in_parts(
    heartbeats: Heartbeats, clock: Clock
) -> None:
    readers = [Reader(heartbeats, clock) for _ in range(3 * TICKS)]
    for _ in range(TICKS):
        before = sum(len(reader.written_at) for reader in readers)
        clock.pass_until_due()
        assert sum(len(reader.written_at) for reader in readers) == before + 3


def test_a_late_tick_is_not_made_up_for_at_once(heartbeats: Heartbeats, clock: Clock) -> None:
    Reader(heartbeats, clock)
    clock.pass_until_due(late=60.0)
    assert clock.due is not None
    assert clock.due[0] >= clock.now


async def test_the_task_of_a_stream_writes_what_its_reader_did_not_take(
    heartbeats: Heartbeats, clock: Clock
) -> None:
    reader = Reader(heartbeats, clock, takes=False)
    for _ in range(TICKS):
        clock.pass_until_due()
    assert reader.written_at == []
    await reader.heartbeat.write_if_due()
    await reader.heartbeat.write_if_due()
    assert len(reader.written_at) == 1


def test_without_streams_there_is_no_timer(heartbeats: Heartbeats, clock: Clock) -> None:
    readers = [Reader(heartbeats, clock) for _ in range(2)]
    readers[0].heartbeat.cancel()
    assert clock.due is not None
    readers[1].heartbeat.cancel()
    assert clock.due is None
