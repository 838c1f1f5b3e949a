"""One open stream of any kind: counted, begun, and ended with a last frame."""

import asyncio
from abc import ABC, abstractmethod
from typing import NamedTuple

from litestar.types import Receive, Scope, Send

from api.asgi import metrics
from api.services import Services
from api.streaming.subscriber import Subscriber, stream_name
from api.streaming.writer import StreamWriter, WriteTimeout
from application.caller_network import caller_network
from domain.kernel.ids import PlayerId, TableId

SLACK_SECONDS = 10.0  # to end a stream whose time is up


class StreamOwner(NamedTuple):
    """Who opened a stream, and for how long."""

    player: PlayerId | None
    token: bytes | None  # its hash
    address: str
    seconds: float  # until the stream ends by itself
    table: TableId | None = None  # where it is counted


class SseSession(ABC):
    """An ASGI application that answers one request with a stream."""

    def __init__(self, services: Services, owner: StreamOwner) -> None:
        self._services = services
        self._owner = owner

    @abstractmethod
    async def subscribe(self, subscriber: Subscriber) -> None:
        """Begin to receive what the stream sends."""

    @abstractmethod
    def unsubscribe(self, subscriber: Subscriber) -> None:
        """End what `subscribe` began."""

    @abstractmethod
    async def stream(self, subscriber: Subscriber, writer: StreamWriter, ends_at: float) -> str:
        """Send everything until the stream ends; return the reason."""

    @abstractmethod
    def bye(self, reason: str) -> bytes:
        """Return the last frame."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        writer = StreamWriter(scope, receive, send, self._services.settings.slow_seconds)
        owner, name = self._owner, stream_name(self._owner.player)
        counted = self._services.quotas.stream(
            owner.player, caller_network(owner.address), owner.table, name, owner.seconds
        )
        with self._services.streams.reserve():
            async with counted:
                if writer.head_only:
                    await writer.begin()
                    await writer.finish(b"")
                else:
                    await self._serve(writer, name)

    async def _serve(self, writer: StreamWriter, name: str) -> None:
        owner = self._owner
        ends_ms = self._services.world.now() + int(1000 * (owner.seconds + SLACK_SECONDS))
        subscriber = Subscriber(owner.player, owner.token, name, ends_ms, writer.shorten_timeout)
        await self.subscribe(subscriber)
        writer.watch(lambda: subscriber.end("gone"))
        try:
            await writer.begin()
            ends_at = asyncio.get_running_loop().time() + owner.seconds
            reason = await self.stream(subscriber, writer, ends_at)
            await writer.finish(self.bye(reason))
            metrics.streams_ended.labels(reason).inc()
        except WriteTimeout:
            reason = subscriber.end_reason or "too_slow"
            metrics.streams_ended.labels(reason).inc()
            await writer.cut_off(self.bye(reason))
        finally:
            writer.unwatch()
            self.unsubscribe(subscriber)
