"""One open stream of any kind, from its first frame to its last."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from litestar.types import Receive, Scope, Send
from msgspec import json

from api.streaming import sse
from api.streaming.channel import Channel, Subscriber, stream_name
from api.streaming.registry import StreamRegistry
from api.streaming.writer import StreamWriter, WriteTimeout
from application.caller_network import caller_network
from application.ports.event_log import StoreUnavailable
from domain.kernel.ids import PlayerId, TableId

SLACK_SECONDS = 10.0  # to end a stream whose time is up
Cursor = TypeVar("Cursor")
AnyChannel = TypeVar("AnyChannel", bound=Channel[Any])


class StreamOwner(NamedTuple):
    """Who opened a stream, and for how long."""

    player: PlayerId | None
    token: bytes | None  # its hash
    address: str
    seconds: float  # until the stream ends by itself
    table: TableId | None = None  # where it is counted


class PendingFrames(NamedTuple, Generic[Cursor]):
    """Frames that a stream has yet to send."""

    content: bytes
    cursor: Cursor  # of the stream once they are sent
    end: str | None = None  # the reason if the stream ends after them


class Source(ABC, Generic[AnyChannel, Cursor]):
    """What one stream sends: its first frame, the past, and then the news of its channel."""

    channel: AnyChannel
    cursor: Cursor  # what was sent
    key: Hashable  # of the channel

    @abstractmethod
    def make_channel(self) -> AnyChannel:
        """Return a new channel; the stream may get one that others have opened."""

    @abstractmethod
    async def first(self) -> PendingFrames[Cursor]:
        """Return the first frames, now that the channel is open."""

    async def past(self) -> PendingFrames[Cursor] | None:
        """Return the next of the past that the channel does not have; None if that is all."""
        return None

    async def news(self) -> PendingFrames[Cursor]:
        """Return what the channel has after the cursor."""
        return self.news_now() or PendingFrames(b"", self.cursor, "lagging")

    @abstractmethod
    def news_now(self) -> PendingFrames[Cursor] | None:
        """Return the same as `news`; None if that has to wait, or some of it is lost."""

    def mark_sent(self, frames: PendingFrames[Cursor]) -> None:
        self.cursor = frames.cursor

    def keep_alive(self) -> bytes:
        """Return what is sent from time to time to keep the connection open."""
        return sse.KEEP_ALIVE

    @abstractmethod
    def resume_from(self) -> Mapping[str, Any]:
        """Return the members of the last frame with which a client continues."""


class Session:
    """An ASGI application that answers one request with a stream."""

    _writer: StreamWriter
    _subscriber: Subscriber
    _is_due = False  # whether the task has to write the comment that keeps the connection open

    def __init__(
        self, streams: StreamRegistry, owner: StreamOwner, source: Source[Any, Any]
    ) -> None:
        self._streams = streams
        self._owner = owner
        self._source = source

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        streams, owner, name = self._streams, self._owner, stream_name(self._owner.player)
        writer = self._writer = StreamWriter(scope, receive, send, streams.settings.slow_seconds)
        counted = streams.quotas.stream(
            owner.player, caller_network(owner.address), owner.table, name, owner.seconds
        )
        with streams.reserve():
            async with counted:
                if writer.head_only:
                    await writer.begin()
                    await writer.finish(b"")
                else:
                    await self._serve(name)

    async def _serve(self, name: str) -> None:
        streams, owner, source, writer = self._streams, self._owner, self._source, self._writer
        ends_ms = streams.world.now() + int(1000 * (owner.seconds + SLACK_SECONDS))
        subscriber = Subscriber(owner.token, name, ends_ms, writer.shorten_timeout)
        self._subscriber = subscriber
        source.channel = await streams.subscribe(source.key, source.make_channel, subscriber)
        writer.watch(lambda: subscriber.end("gone"))
        group = streams.keep_alive.add(self._beat)
        try:
            await writer.begin()
            ends_at = asyncio.get_running_loop().time() + owner.seconds
            reason = await self._send_all(ends_at)
            await writer.finish(self._bye(reason))
            streams.count_end(reason)
        except WriteTimeout:
            reason = subscriber.end_reason or "too_slow"
            streams.count_end(reason)
            await writer.cut_off(self._bye(reason))
        finally:
            streams.keep_alive.remove(self._beat, group)
            writer.unwatch()
            streams.unsubscribe(source.channel, subscriber)

    async def _send_all(self, ends_at: float) -> str:
        """Send everything until the stream ends; return the reason."""
        source, subscriber = self._source, self._subscriber
        now = asyncio.get_running_loop().time
        try:
            past: PendingFrames[Any] | None = await source.first()
            while past is not None:
                await self._send(past)
                if (reason := subscriber.end_reason or past.end) is not None:
                    return reason
                past = await source.past()
        except StoreUnavailable:
            return "store_unavailable"
        while True:
            frames = await source.news()
            await self._send(frames)
            if self._is_due:
                self._is_due = False
                await self._writer.write(source.keep_alive())
            if (reason := subscriber.end_reason or frames.end) is not None:
                return reason
            if now() >= ends_at:
                return "max_seconds"
            subscriber.push = self._push
            await subscriber.wait(ends_at)
            subscriber.push = None

    async def _send(self, frames: PendingFrames[Any]) -> None:
        if frames.content:
            await self._writer.write(frames.content)
        self._source.mark_sent(frames)

    def _push(self) -> bool:
        """Send what is new at once; return False if that takes the task of the stream."""
        frames = None if self._subscriber.end_reason else self._source.news_now()
        if frames is None or frames.end is not None:
            return False
        if frames.content and not self._writer.write_now(frames.content):
            return False
        self._source.mark_sent(frames)
        return True

    def _beat(self) -> None:
        """Write a comment, or let the task of the stream write it."""
        waits = self._subscriber.push is not None
        if not waits or not self._writer.write_now(self._source.keep_alive()):
            self._is_due = True
            self._subscriber.wake()

    def _bye(self, reason: str) -> bytes:
        return sse.named("bye", json.encode({"reason": reason, **self._source.resume_from()}))
