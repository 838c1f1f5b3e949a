"""All open streams of this process, and how many there may be."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from api.problems.handlers import ApiProblem
from api.streaming.channel import Channel, Sources
from api.streaming.subscriber import Subscriber
from application.settings import Settings
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId


class StreamRegistry:
    """One channel for every table that has a stream in this process."""

    def __init__(self, sources: Sources, settings: Settings) -> None:
        self._sources = sources
        self._settings = settings
        self._channels: dict[TableId, Channel] = {}
        self.open = 0  # streams
        self._closing_channels: set[asyncio.Task[None]] = set()
        self._closing = False

    @contextmanager
    def reserve(self) -> Iterator[None]:
        """Count a stream of this process while it is open; raises `too_many_streams`."""
        most = self._settings.streams
        if self.open >= most:
            detail = f"This server has reached its limit of {most} streams. Retry later."
            raise ApiProblem("too_many_streams", detail, limit=most)
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1

    async def subscribe(self, live: LiveTable, subscriber: Subscriber) -> Channel:
        """Return the channel of a table; it wakes the subscriber for all that happens from now."""
        channel = self._channels.get(live.table)
        new = channel is None
        if channel is None:
            channel = self._channels[live.table] = Channel(live, self._sources, self._settings)
        elif channel.live.version < live.version:
            channel.live = live  # the snapshot must not be older than what the caller has seen
        channel.add(subscriber)
        if self._closing:
            subscriber.end("shutdown")
        elif new:
            try:
                await channel.open()
            except BaseException:
                self.unsubscribe(channel, subscriber)
                raise
        return channel

    def unsubscribe(self, channel: Channel, subscriber: Subscriber) -> None:
        if channel.remove(subscriber):
            return
        del self._channels[channel.table]
        closing = channel.close()
        self._closing_channels.add(closing)
        closing.add_done_callback(self._closing_channels.discard)

    def end_streams_of(self, token: bytes) -> None:
        """End the streams that were opened with a revoked token."""
        for channel in self._channels.values():
            channel.end_streams_of([token])

    def close(self) -> None:
        """End every stream, also those that are opened from now on: the process is ending."""
        self._closing = True
        for channel in self._channels.values():
            channel.end("shutdown")

    async def aclose(self) -> None:
        self.close()
        await asyncio.gather(*self._closing_channels)
