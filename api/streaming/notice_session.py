"""One open stream of notices: of the lobby, or of one player."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from msgspec import json

from api.services import Services
from api.streaming import sse
from api.streaming.heartbeat import Heartbeat
from api.streaming.notice_hub import Listener
from api.streaming.sse_session import SseSession, StreamOwner
from api.streaming.subscriber import Subscriber
from api.streaming.writer import StreamWriter
from application.ports.event_log import StoreUnavailable
from domain.kernel.messages import Value


class NoticeRequest(Value, frozen=True, kw_only=True):
    subject: str
    game: str | None = None  # only notices of this game
    after: str | None = None  # the last notice that the client has


Snapshot: TypeAlias = Callable[[bool], Awaitable[bytes]]  # the first frame; whether resumed


class NoticeSession(SseSession):
    def __init__(
        self, services: Services, owner: StreamOwner, request: NoticeRequest, snapshot: Snapshot
    ) -> None:
        super().__init__(services, owner)
        self._request = request
        self._snapshot = snapshot

    async def subscribe(self, subscriber: Subscriber) -> None:
        most = self._services.settings.most_behind
        asked = self._request
        self._listener = Listener(asked.subject, asked.game, subscriber, most)
        await self._services.notices.add(self._listener)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self._services.notices.remove(self._listener)

    async def stream(self, subscriber: Subscriber, writer: StreamWriter, ends_at: float) -> str:
        try:
            await writer.write(await self._beginning())
        except StoreUnavailable:
            return "store_unavailable"
        heartbeat = Heartbeat(subscriber, writer, self._services.streams.heartbeats)
        try:
            return await self._send_new(subscriber, writer, heartbeat, ends_at)
        finally:
            heartbeat.cancel()

    def bye(self, reason: str) -> bytes:
        told = {"reason": reason, "last_event_id": self._listener.sent}
        return sse.named("bye", json.encode(told))

    async def _beginning(self) -> bytes:
        """Return the first frame, and what was kept since the last stream of this client."""
        asked, listener, services = self._request, self._listener, self._services
        if asked.after is None or not await services.notices.knows(asked.after):
            return sse.beginning(listener.sent) + await self._snapshot(False)
        now = services.world.now()
        kept = await services.notice_store.kept(asked.subject, asked.after, now)
        frames = [await services.notices.frame(each) for each in kept.notices]
        first = sse.beginning(asked.after) + await self._snapshot(kept.complete)
        return first + listener.resume(asked.after, frames)

    async def _send_new(
        self, subscriber: Subscriber, writer: StreamWriter, heartbeat: Heartbeat, ends_at: float
    ) -> str:
        now = asyncio.get_running_loop().time
        while True:
            content = self._listener.waiting()
            if content is None:
                return subscriber.end_reason or "lagging"
            self._listener.took()
            if content:
                await writer.write(content)
            await heartbeat.write_if_due()
            if subscriber.end_reason is not None:
                return subscriber.end_reason
            if now() >= ends_at:
                return "max_seconds"
            subscriber.push = partial(self._push, subscriber, writer)
            await subscriber.wait(ends_at)
            subscriber.push = None

    def _push(self, subscriber: Subscriber, writer: StreamWriter) -> bool:
        """Send new notices at once; return False if that takes the task of the stream."""
        content = None if subscriber.end_reason else self._listener.waiting()
        if content is None or (content and not writer.write_now(content)):
            return False
        self._listener.took()
        return True
