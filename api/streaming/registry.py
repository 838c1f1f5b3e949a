"""All open streams of this process, and how many there may be."""

from collections.abc import Iterator
from contextlib import contextmanager

from api.problems.handlers import ApiProblem
from api.problems.limits import TooManyStreams
from api.streaming.channel import Channel, Sources
from api.streaming.heartbeat import Heartbeats
from api.streaming.presence_keeper import PresenceKeeper
from api.streaming.subscriber import Subscriber
from application.ports.event_log import EventLog
from application.ports.feeds import Follower
from application.settings import Settings
from application.table_cache import TableCache
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId


class StreamRegistry:
    """One channel for every table that has a stream in this process."""

    def __init__(
        self,
        log: EventLog,
        follower: Follower,
        tables: TableCache,
        presence: PresenceKeeper,
        settings: Settings,
    ) -> None:
        self._sources = Sources(log, follower, tables, presence.changed)
        self._presence = presence
        self._settings = settings
        self._channels: dict[TableId, Channel] = {}
        self.heartbeats = Heartbeats(settings.heartbeat_seconds)  # of all kinds of streams
        self.open = 0  # streams
        self._closing = False

    @contextmanager
    def reserve(self) -> Iterator[None]:
        """Count a stream of this process while it is open; raises `too_many_streams`."""
        most = self._settings.streams
        if self.open >= most:
            raise ApiProblem(TooManyStreams(most), limit=most)
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
                await self._presence.open(channel)
            except BaseException:
                self.unsubscribe(channel, subscriber)
                raise
        return channel

    def unsubscribe(self, channel: Channel, subscriber: Subscriber) -> None:
        if channel.remove(subscriber):
            return
        del self._channels[channel.table]
        channel.close()
        self._presence.close(channel)

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
        await self._presence.aclose()
