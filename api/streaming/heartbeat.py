"""Comments that show that streams are alive, written by one timer without waking their tasks."""

import asyncio

from api.streaming import sse
from api.streaming.subscriber import Subscriber
from api.streaming.writer import StreamWriter

TICK_SECONDS = 0.1  # between two groups of streams: few comments at once, so that nothing waits


class Heartbeats:
    """Writes to every open stream once per interval, to a group of them at each tick."""

    def __init__(self, seconds: float) -> None:
        ticks = max(1, round(seconds / TICK_SECONDS))
        self._pause = seconds / ticks
        self._groups: list[set[Heartbeat]] = [set() for _ in range(ticks)]
        self._open = 0  # streams
        self._next_group = 0  # that is written to
        self._next_joined = 0  # by a new stream: all groups have about the same size
        self._due_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, heartbeat: "Heartbeat") -> int:
        """Write its comments from now on; return its group."""
        group = self._next_joined
        self._next_joined = (group + 1) % len(self._groups)
        self._groups[group].add(heartbeat)
        self._open += 1
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._due_at = loop.time() + self._pause
            self._timer = loop.call_at(self._due_at, self._tick)
        return group

    def remove(self, heartbeat: "Heartbeat", group: int) -> None:
        """Write none to it any more."""
        self._groups[group].remove(heartbeat)
        self._open -= 1
        if self._timer is not None and not self._open:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        self._due_at = max(self._due_at, loop.time() - self._pause) + self._pause
        self._timer = loop.call_at(self._due_at, self._tick)
        group, self._next_group = self._next_group, (self._next_group + 1) % len(self._groups)
        for heartbeat in self._groups[group]:
            heartbeat.beat()


class Heartbeat:
    """The comments of one stream."""

    def __init__(
        self, subscriber: Subscriber, writer: StreamWriter, heartbeats: Heartbeats
    ) -> None:
        self._subscriber = subscriber
        self._writer = writer
        self._heartbeats = heartbeats
        self._due = False
        self._group = heartbeats.add(self)

    async def write_if_due(self) -> None:
        """Write a comment that the timer could not write at once."""
        if self._due:
            self._due = False
            await self._writer.write(sse.HEARTBEAT)

    def cancel(self) -> None:
        self._heartbeats.remove(self, self._group)

    def beat(self) -> None:
        """Write a comment, or let the task of the stream write it."""
        if self._subscriber.push is None or not self._writer.write_now(sse.HEARTBEAT):
            self._due = True
            self._subscriber.wake()
