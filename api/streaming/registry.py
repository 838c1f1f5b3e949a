"""All open streams of this process, of every kind, and how many there may be."""

import asyncio
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from api.problems.limits import TooManyStreams
from api.streaming.channel import Channel, Subscriber
from api.streaming.keep_alive import KeepAlive
from application.ports.accounts import Accounts
from application.ports.event_log import StoreUnavailable
from application.ports.world import World
from application.quotas import QuotaExceeded, Quotas
from application.settings import Settings

ASKED = 1_000  # tokens in one request to the store
AnyChannel = TypeVar("AnyChannel", bound=Channel[Any])


class StreamRegistry:
    """One channel for every subject that has a stream in this process."""

    def __init__(
        self,
        settings: Settings,
        world: World,
        quotas: Quotas,
        accounts: Accounts,
        count_end: Callable[[str], None],
    ) -> None:
        """`count_end` gets the reason of every stream that has ended."""
        self.settings, self.world, self.quotas = settings, world, quotas
        self.count_end = count_end
        self.keep_alive = KeepAlive(settings.heartbeat_seconds)
        self.open = 0  # streams
        self._accounts = accounts
        self._channels: dict[Hashable, Any] = {}
        self._checking: asyncio.Task[None] | None = None
        self._closing = False

    @contextmanager
    def reserve(self) -> Iterator[None]:
        """Count a stream of this process while it is open; raises `too_many_streams`."""
        most = self.settings.streams
        if self.open >= most:
            raise QuotaExceeded(TooManyStreams(most), most)
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1

    async def subscribe(
        self, key: Hashable, make: Callable[[], AnyChannel], subscriber: Subscriber
    ) -> AnyChannel:
        """Return the channel of a subject; it wakes the subscriber for all items from now on."""
        channel: AnyChannel | None = self._channels.get(key)
        if channel is None or channel.has_ended:
            channel = self._channels[key] = make()
        channel.add(subscriber)
        if self._closing:
            subscriber.end("shutdown")
        self._checking = self._checking or asyncio.create_task(self._check_tokens())
        try:
            async with channel.opening:
                if not channel.is_open and not channel.has_ended:
                    await channel.open()
                    channel.is_open = True
        except BaseException:
            self.unsubscribe(channel, subscriber)
            raise
        return channel

    def unsubscribe(self, channel: Channel[Any], subscriber: Subscriber) -> None:
        channel.remove(subscriber)
        if not channel.subscribers:
            channel.close()
            if self._channels.get(channel.key) is channel:
                del self._channels[channel.key]

    def end_streams_of(self, tokens: Collection[bytes]) -> None:
        """End the streams that were opened with tokens that are no longer valid."""
        for channel in self._channels.values():
            channel.end_streams_of(tokens)

    def close(self) -> None:
        """End every stream, also those that are opened from now on: the process is ending."""
        self._closing = True
        for channel in self._channels.values():
            channel.end("shutdown")

    async def aclose(self) -> None:
        self.close()
        if self._checking is not None:
            self._checking.cancel()
            await asyncio.gather(self._checking, return_exceptions=True)

    async def _check_tokens(self) -> None:
        """End the streams whose tokens have expired, or were revoked without notice."""
        while True:
            await asyncio.sleep(self.settings.heartbeat_seconds)
            subscribers = [s for channel in self._channels.values() for s in channel.subscribers]
            used = list({each.token for each in subscribers if each.token is not None})
            for start in range(0, len(used), ASKED):
                some = used[start : start + ASKED]
                with suppress(StoreUnavailable):
                    valid = await self._accounts.are_valid(some)
                    lost = {token for token, known in zip(some, valid, strict=True) if not known}
                    if lost:
                        self.end_streams_of(lost)
