"""One open stream, from its snapshot to its last frame."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import json

from api.http.people import narrator_of, people_of
from api.services import Services
from api.streaming import sse
from api.streaming.channel import Channel, Present
from api.streaming.frames import Snapshot
from api.streaming.heartbeat import Heartbeat
from api.streaming.news import News
from api.streaming.sse_session import SseSession, StreamOwner
from api.streaming.subscriber import Subscriber
from api.streaming.viewer import Viewer
from api.streaming.writer import StreamWriter
from application.ports.event_log import StoreUnavailable
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat, Version
from domain.kernel.language import Lang
from domain.table.state import Closed
from projections.seat_view.events import encode_visible_event
from projections.seat_view.names import NamesOfPeople, people_at, seats_seen
from projections.seat_view.view import (
    describe_decision,
    encode,
    game_view,
    status,
)

PAGE = 50  # past events that are read at once


@dataclass(frozen=True)
class StreamRequest:
    player: PlayerId | None
    token: bytes | None  # its hash
    invited: bool  # whether the caller had an invitation to the table
    address: str
    seat: Seat | None  # whose view the snapshot shows
    after: Version
    seconds: float  # until the stream ends by itself
    lang: Lang | None  # of sentences and labels
    state: bool = False  # whether to send the state after every change
    wanted_seat: Seat | None = None  # whose state is sent


class StreamSession(SseSession):
    """The stream of one table."""

    def __init__(self, services: Services, live: LiveTable, request: StreamRequest) -> None:
        owner = StreamOwner(
            request.player, request.token, request.address, request.seconds, live.table
        )
        super().__init__(services, owner)
        self._live = live
        self._request = request
        self._viewer = Viewer(request.player, request.invited)
        self._news = News(
            self._viewer, request.lang, request.state, request.wanted_seat, request.after
        )
        self._present_seen = self._present_shown = Present((), 0)

    async def subscribe(self, subscriber: Subscriber) -> None:
        self._channel = await self._services.streams.subscribe(self._live, subscriber)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self._services.streams.unsubscribe(self._channel, subscriber)

    async def stream(self, subscriber: Subscriber, writer: StreamWriter, ends_at: float) -> str:
        """Send the snapshot, past events, then new ones; return the reason why it ends."""
        channel = self._channel
        try:
            self._present_seen, self._present_shown = channel.present, channel.present_now()
            snapshot = await self._snapshot(channel.live, self._present_shown)
            await writer.write(sse.beginning(self._news.sent) + snapshot)
            await self._send_past_events(channel, subscriber, writer)
        except StoreUnavailable:
            return "store_unavailable"
        heartbeat = Heartbeat(subscriber, writer, self._services.streams.heartbeats)
        try:
            return await self._send_news(channel, subscriber, writer, heartbeat, ends_at)
        finally:
            heartbeat.cancel()

    async def _send_news(
        self,
        channel: Channel,
        subscriber: Subscriber,
        writer: StreamWriter,
        heartbeat: Heartbeat,
        ends_at: float,
    ) -> str:
        """Send all that happens until the stream ends; return the reason."""
        now = asyncio.get_running_loop().time
        while True:
            people = await self._people(channel)
            self._viewer.look_at(channel.live)
            if not self._viewer.watches:
                return "not_watchable"
            rendered = self._news.render(channel, people)
            if rendered is None:
                return subscriber.end_reason or "lagging"
            content = rendered.content + self._presence(channel)
            if content:
                await writer.write(content)
            self._news.took(rendered)
            await heartbeat.write_if_due()
            if reason := self._end_reason(channel.live, subscriber, now() >= ends_at):
                return reason
            subscriber.push = partial(self._push, channel, subscriber, writer)
            await subscriber.wait(ends_at)
            subscriber.push = None

    def _push(self, channel: Channel, subscriber: Subscriber, writer: StreamWriter) -> bool:
        """Send new events at once; return False if that takes the task of the stream."""
        live = channel.live
        if isinstance(live.state, Closed) or subscriber.end_reason is not None:
            return False
        self._viewer.look_at(live)
        if not self._viewer.watches:
            return False
        if not self._news.needs_names:
            return self._news.push(channel, writer.write_now)
        people = self._services.names.known(people_at(live.state))
        rendered = None if people is None else self._news.render(channel, people)
        if rendered is None or not (not rendered.content or writer.write_now(rendered.content)):
            return False
        self._news.took(rendered)
        return True

    async def _people(self, channel: Channel) -> NamesOfPeople:
        if not self._news.needs_names:
            return {}
        return await people_of(self._services, channel.live.state)

    def _presence(self, channel: Channel) -> bytes:
        """Return a frame if other people are present than this stream has shown."""
        if channel.present is self._present_seen:
            return b""
        self._present_seen, before = channel.present, self._present_shown
        self._present_shown = channel.present
        if channel.present == before:
            return b""
        return sse.named("presence", encode(channel.present))

    def _end_reason(self, live: LiveTable, subscriber: Subscriber, time_is_up: bool) -> str | None:
        if subscriber.end_reason is not None:
            return subscriber.end_reason
        if isinstance(live.state, Closed) and self._news.sent >= live.version:
            return "finished"
        return "max_seconds" if time_is_up else None

    async def _send_past_events(
        self, channel: Channel, subscriber: Subscriber, writer: StreamWriter
    ) -> None:
        """Send what the channel no longer keeps, page by page from the log."""
        while self._news.sent < channel.version and subscriber.end_reason is None:
            entries = await self._services.log.read(channel.table, self._news.sent, PAGE)
            if not entries:
                return  # the store was reset to an earlier state
            events = decode_events(entries, channel.live.seed, self._news.sent)
            await self._send_events(channel.live, events, writer)

    async def _send_events(
        self, live: LiveTable, events: Sequence[SaltedEvent], writer: StreamWriter
    ) -> None:
        """Send past events as this caller may see them now."""
        told = await narrator_of(self._services, live.state, self._request.lang, None)
        self._viewer.look_at(live)
        seats, public = self._viewer.seats, isinstance(live.state, Closed)
        frames = (
            sse.event(each.recorded.version, encode_visible_event(each, seats, public, told))
            for each in events
        )
        await writer.write(b"".join(frames))
        self._news.sent = events[-1].recorded.version

    async def _snapshot(self, live: LiveTable, present: Present) -> bytes:
        people = await people_of(self._services, live.state)
        decision = describe_decision(live.state)
        snapshot = Snapshot(
            live.version,
            live.head.hex(),
            status(live.state),
            seats_seen(live.state, people),
            game_view(live.state, self._request.seat),
            decision,
            decision.deadline if decision else None,
            present,
        )
        return sse.named("snapshot", encode(snapshot))

    def bye(self, reason: str) -> bytes:
        return sse.named("bye", json.encode({"reason": reason, "next_after": self._news.sent}))
