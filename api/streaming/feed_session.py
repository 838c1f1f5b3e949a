"""One open stream of the public feed: past commits page by page, then new ones."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import json

from api.services import Services
from api.streaming import sse
from api.streaming.feed_channel import FeedChannel
from api.streaming.sse_session import SseSession, StreamOwner
from api.streaming.subscriber import Subscriber
from api.streaming.writer import StreamWriter
from application.ports.event_log import StoreUnavailable
from application.ports.feeds import Id, Positions
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


class FeedSession(SseSession):
    def __init__(self, services: Services, request: FeedRequest) -> None:
        owner = StreamOwner(request.player, request.token, request.address, request.seconds)
        super().__init__(services, owner)
        self._request = request
        self._cursor = encode_cursor(request.after)  # of what was sent
        self._announced = self._cursor  # the last one that the reader knows

    async def subscribe(self, subscriber: Subscriber) -> None:
        try:
            await self._services.feed_channel.subscribe(subscriber)
        except BaseException:
            self.unsubscribe(subscriber)
            raise

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self._services.feed_channel.unsubscribe(subscriber)

    async def stream(self, subscriber: Subscriber, writer: StreamWriter, ends_at: float) -> str:
        """Send past commits, then new ones; return the reason why it ends."""
        channel = self._services.feed_channel
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

    def bye(self, reason: str) -> bytes:
        return sse.named("bye", json.encode({"reason": reason, "next": self._cursor}))


def _is_behind(positions: Positions, until: Positions) -> bool:
    return any(own < end for own, end in zip(positions, until, strict=True))
