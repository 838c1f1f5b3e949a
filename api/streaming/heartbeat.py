"""Comments that show that a stream is alive, written by a timer without waking its task."""

import asyncio

from api.streaming import sse
from api.streaming.subscriber import Subscriber
from api.streaming.writer import StreamWriter


class Heartbeat:
    def __init__(self, subscriber: Subscriber, writer: StreamWriter, seconds: float) -> None:
        self._subscriber = subscriber
        self._writer = writer
        self._seconds = seconds
        self._due = False
        self._schedule()

    async def write_if_due(self) -> None:
        """Write a comment that the timer could not write at once."""
        if self._due:
            self._due = False
            await self._writer.write(sse.HEARTBEAT)

    def cancel(self) -> None:
        self._timer.cancel()

    def _schedule(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._beat)

    def _beat(self) -> None:
        self._schedule()
        if self._subscriber.push is None or not self._writer.write_now(sse.HEARTBEAT):
            self._due = True
            self._subscriber.wake()
