"""All open streams of this process, and how many a caller may have."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from api.problems.handlers import ApiProblem
from api.streaming.channel import Channel, Sources
from api.streaming.subscriber import Subscriber
from application.settings import Settings
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId


class StreamRegistry:
    """One channel for every table that has a stream in this process."""

    def __init__(self, sources: Sources, settings: Settings) -> None:
        self._sources = sources
        self._settings = settings
        self._channels: dict[TableId, Channel] = {}
        self._by_caller: Counter[str] = Counter()
        self._closing_channels: set[asyncio.Task[None]] = set()
        self._closing = False

    @property
    def open(self) -> int:
        """How many streams are open."""
        return self._by_caller.total()

    @contextmanager
    def reserve(self, player: PlayerId | None, address: str) -> Iterator[None]:
        """Count a stream of this caller while it is open; raises `too_many_streams`."""
        caller = player or f"at {address}"
        settings = self._settings
        most = settings.streams_per_token if player else settings.streams_per_address
        if self._by_caller[caller] >= most:
            raise ApiProblem(
                "too_many_streams", f"You have {most} streams open, which is the limit. Close one."
            )
        if self.open >= settings.streams:
            raise ApiProblem(
                "too_many_streams", "This server has reached its limit of streams. Retry later."
            )
        self._by_caller[caller] += 1
        try:
            yield
        finally:
            self._by_caller[caller] -= 1
            if not self._by_caller[caller]:
                del self._by_caller[caller]

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

    def end_streams_of(self, player: PlayerId) -> None:
        """End the streams of an erased player."""
        for channel in self._channels.values():
            channel.end_streams_of([player])

    def close(self) -> None:
        """End every stream, also those that are opened from now on: the process is ending."""
        self._closing = True
        for channel in self._channels.values():
            channel.end("shutdown")

    async def aclose(self) -> None:
        self.close()
        await asyncio.gather(*self._closing_channels)
