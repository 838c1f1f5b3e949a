"""One open stream of the public feed: past commits page by page, then new ones."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from litestar.types import Receive, Scope, Send
from msgspec import json

from api.asgi import metrics
from api.services import Services
from api.streaming import sse
from api.streaming.feed_channel import FeedChannel
from api.streaming.session import SLACK_SECONDS
from api.streaming.subscriber import Subscriber, stream_name
from api.streaming.writer import StreamWriter, WriteTimeout
from application.caller_network import caller_network
from application.ports.event_log import StoreUnavailable
from application.ports.public_feed import Id, Positions
from domain.kernel.ids import PlayerId
from projections.public_feed.cursor import encode_cursor
from projections.public_feed.query import CursorExpired
from projections.public_feed.render import FeedFilter

PAGE = 100  # events that are read at once


@dataclass(frozen=True)
class FeedRequest:
    player: PlayerId | None
    token: bytes | None  # its hash
    address: str
    after: Positions
    wanted: FeedFilter
    seconds: float  # until the stream ends by itself


class FeedSession:
    """An ASGI application that answers one request with a stream."""

    def __init__(self, services: Services, request: FeedRequest) -> None:
        self._services = services
        self._request = request
        self._cursor = encode_cursor(request.after)  # of what was sent
        self._announced = self._cursor  # the last one that the reader knows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        writer = StreamWriter(scope, receive, send, self._services.settings.slow_seconds)
        asked, name = self._request, stream_name(self._request.player)
        counted = self._services.quotas.stream(
            asked.player, caller_network(asked.address), "", name, asked.seconds
        )
        with self._services.streams.reserve():
            async with counted:
                if writer.head_only:
                    await writer.begin()
                    await writer.finish(b"")
                else:
                    await self._serve(writer, name)

    async def _serve(self, writer: StreamWriter, name: str) -> None:
        asked, channel = self._request, self._services.feed_channel
        ends_ms = self._services.world.now() + int(1000 * (asked.seconds + SLACK_SECONDS))
        subscriber = Subscriber(asked.player, asked.token, name, ends_ms, writer.shorten_timeout)
        try:
            await channel.subscribe(subscriber)
            writer.watch(lambda: subscriber.end("gone"))
            await writer.begin()
            reason = await self._stream(channel, subscriber, writer)
            await writer.finish(self._bye(reason))
            metrics.streams_ended.labels(reason).inc()
        except WriteTimeout:
            reason = subscriber.end_reason or "too_slow"
            metrics.streams_ended.labels(reason).inc()
            await writer.cut_off(self._bye(reason))
        finally:
            writer.unwatch()
            channel.unsubscribe(subscriber)

    async def _stream(
        self, channel: FeedChannel, subscriber: Subscriber, writer: StreamWriter
    ) -> str:
        """Send past commits, then new ones; return the reason why it ends."""
        ends_at = asyncio.get_running_loop().time() + self._request.seconds
        await writer.write(sse.beginning(self._cursor))
        count, until = channel.count, channel.positions
        try:
            ahead = await self._send_past(until, subscriber, writer)
        except StoreUnavailable:
            return "store_unavailable"
        except CursorExpired:
            return "lagging"
        return await self._send_news(channel, subscriber, writer, count, ahead, ends_at)

    async def _send_past(
        self, until: Positions, subscriber: Subscriber, writer: StreamWriter
    ) -> dict[int, Id]:
        """Send what came before these positions; return where later commits were sent, too."""
        after = self._request.after
        while subscriber.end_reason is None and _is_behind(after, until):
            page = await self._services.feed.page(after, self._request.wanted, PAGE)
            if not page.looked_at:
                break  # the store was reset to an earlier state
            self._services.work.settle(page.looked_at)
            after = page.positions
            await self._send(page.lines, encode_cursor(after), writer)
        return {p: each for p, each in enumerate(after) if each > until[p]}

    async def _send_news(
        self,
        channel: FeedChannel,
        subscriber: Subscriber,
        writer: StreamWriter,
        count: int,
        ahead: dict[int, Id],
        ends_at: float,
    ) -> str:
        """Send every commit of the channel after `count`, and a comment now and then."""
        now = asyncio.get_running_loop().time
        pause = self._services.settings.heartbeat_seconds
        beat_at = now() + pause
        while True:
            commits = channel.commits_after(count)
            if commits is None:
                return subscriber.end_reason or "lagging"
            count = channel.count
            new = [each for each in commits if each.id > ahead.get(each.partition, (0, 0))]
            wanted = self._request.wanted
            lines = [line for commit in new for line in wanted.lines(commit)]
            await self._send(lines, channel.cursor, writer)
            if now() >= beat_at:
                await self._beat(writer)
                beat_at = now() + pause
            if subscriber.end_reason is not None:
                return subscriber.end_reason
            if now() >= ends_at:
                return "max_seconds"
            await subscriber.wait(min(beat_at, ends_at))

    async def _send(self, lines: Sequence[bytes], cursor: str, writer: StreamWriter) -> None:
        if lines:
            await writer.write(sse.batch(lines, cursor))
            self._announced = cursor
        self._cursor = cursor

    async def _beat(self, writer: StreamWriter) -> None:
        """Show that the stream is alive; also how far it is, if it had nothing to send."""
        moved = b"" if self._announced == self._cursor else sse.position(self._cursor)
        self._announced = self._cursor
        await writer.write(sse.HEARTBEAT + moved)

    def _bye(self, reason: str) -> bytes:
        return sse.named("bye", json.encode({"reason": reason, "next": self._cursor}))


def _is_behind(positions: Positions, until: Positions) -> bool:
    return any(own < end for own, end in zip(positions, until, strict=True))
