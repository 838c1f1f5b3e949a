"""One open stream, from its snapshot to its last frame."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from litestar.types import Receive, Scope, Send
from msgspec import Meta, json

from api.admission.client_address import caller_network
from api.asgi import metrics
from api.http.people import narrator_of, people_of
from api.services import Services
from api.streaming import sse
from api.streaming.channel import Channel, Present
from api.streaming.subscriber import Subscriber, stream_name
from api.streaming.writer import StreamWriter, WriteTimeout
from application.ports.event_log import StoreUnavailable
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Moment, PlayerId, Seat, Version
from domain.kernel.language import Lang
from domain.kernel.messages import Value
from domain.table.state import Closed, Status, seats_of
from projections.seat_view.events import encode_visible_event
from projections.seat_view.names import SeatSeen, seats_seen
from projections.seat_view.state import seat_to_show
from projections.seat_view.view import (
    DecisionSeen,
    describe_decision,
    encode,
    game_view,
    status,
)

PAGE = 50  # past events that are read at once
Reason: TypeAlias = Literal[
    "finished",
    "max_seconds",
    "lagging",
    "too_slow",
    "store_unavailable",
    "shutdown",
    "token_unknown",
]


class StreamFrame(Value, frozen=True, forbid_unknown_fields=True):
    """A frame of the stream; `data` is JSON. An `Event` has an `id` and no name (`message`)."""

    data: str  # Event, or by `event`: Snapshot, StateSeen, Present, Bye
    event: Literal["message", "snapshot", "state", "presence", "bye"] = "message"
    id: Annotated[str, Meta(pattern=r"^[0-9]+\Z")] | None = None


class Snapshot(Value, frozen=True):
    """The first frame (`event: snapshot`): the table as you may see it at this version."""

    version: Version
    head: str
    status: Status
    seats: tuple[SeatSeen, ...]
    view: Any
    decision: DecisionSeen | None
    deadline: Moment | None
    presence: Present


class Bye(Value, frozen=True):
    """The last frame (`event: bye`): why the stream ends, and the `after` to continue with."""

    reason: Reason
    next_after: Version


@dataclass(frozen=True)
class StreamRequest:
    player: PlayerId | None
    token: bytes | None  # its hash
    address: str
    seat: Seat | None  # whose view the snapshot shows
    after: Version
    seconds: float  # until the stream ends by itself
    lang: Lang | None  # of sentences and labels
    state: bool = False  # whether to send the state after every change
    wanted_seat: Seat | None = None  # whose state is sent


class StreamSession:
    """An ASGI application that answers one request with a stream."""

    def __init__(self, services: Services, live: LiveTable, request: StreamRequest) -> None:
        self._services = services
        self._live = live
        self._request = request
        self._sent = request.after  # the last version that was sent
        self._state_sent = 0  # the version of the last state that was sent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        writer = StreamWriter(scope, receive, send, self._services.settings.slow_seconds)
        asked, name = self._request, stream_name(self._request.player)
        counted = self._services.quotas.stream(
            asked.player, caller_network(asked.address), self._live.table, name, asked.seconds
        )
        with self._services.streams.reserve():
            async with counted:
                if writer.head_only:
                    await writer.begin()
                    await writer.finish(b"")
                else:
                    await self._serve(writer, name)

    async def _serve(self, writer: StreamWriter, name: str) -> None:
        asked = self._request
        subscriber = Subscriber(asked.player, asked.token, name, writer.shorten_timeout)
        channel = await self._services.streams.subscribe(self._live, subscriber)
        writer.watch(lambda: subscriber.end("gone"))
        try:
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
            self._services.streams.unsubscribe(channel, subscriber)

    async def _stream(self, channel: Channel, subscriber: Subscriber, writer: StreamWriter) -> str:
        """Send the snapshot, past events, then new ones; return the reason why it ends."""
        now = asyncio.get_running_loop().time
        ends_at = now() + self._request.seconds
        try:
            seen, shown = channel.present, channel.present_now()
            snapshot = await self._snapshot(channel.live, shown)
            await writer.write(sse.beginning(self._sent) + snapshot)
            await self._send_past_events(channel, subscriber, writer)
        except StoreUnavailable:
            return "store_unavailable"
        heartbeat_at = now() + self._services.settings.heartbeat_seconds
        while True:
            events = channel.events_after(self._sent)
            if events is None:
                return subscriber.end_reason or "lagging"
            if events:
                await self._send_events(channel.live, events, writer)
            if self._request.state:
                await self._send_state(channel, writer)
            if seen is not channel.present:
                seen, before = channel.present, shown
                shown = seen
                if shown != before:
                    await writer.write(sse.named("presence", encode(shown)))
            if reason := self._end_reason(channel.live, subscriber, now() >= ends_at):
                return reason
            await subscriber.wait(min(ends_at, heartbeat_at))
            if now() >= heartbeat_at:
                await writer.write(sse.HEARTBEAT)
                heartbeat_at = now() + self._services.settings.heartbeat_seconds

    def _end_reason(self, live: LiveTable, subscriber: Subscriber, time_is_up: bool) -> str | None:
        if subscriber.end_reason is not None:
            return subscriber.end_reason
        if isinstance(live.state, Closed) and self._sent >= live.version:
            return "finished"
        return "max_seconds" if time_is_up else None

    async def _send_past_events(
        self, channel: Channel, subscriber: Subscriber, writer: StreamWriter
    ) -> None:
        """Send what the channel no longer keeps, page by page from the log."""
        while self._sent < channel.version and subscriber.end_reason is None:
            entries = await self._services.log.read(channel.table, self._sent, PAGE)
            if not entries:
                return  # the store was reset to an earlier state
            events = decode_events(entries, channel.live.seed)
            await self._send_events(channel.live, events, writer)

    async def _send_events(
        self, live: LiveTable, events: Sequence[SaltedEvent], writer: StreamWriter
    ) -> None:
        """Send events as this caller may see them now: seats may have changed since the last."""
        told = await narrator_of(self._services, live.state, self._request.lang, None)
        state, player = live.state, self._request.player
        seats = frozenset(seats_of(state, player) if player else ())
        public = isinstance(state, Closed)
        frames = (
            sse.event(each.recorded.version, encode_visible_event(each, seats, public, told))
            for each in events
        )
        await writer.write(b"".join(frames))
        self._sent = events[-1].recorded.version

    async def _send_state(self, channel: Channel, writer: StreamWriter) -> None:
        """Send the newest state, unless it was sent or some of its events have yet to be read."""
        if self._state_sent == self._sent:
            return
        people = await people_of(self._services, channel.live.state)
        live, asked = channel.live, self._request
        if live.version != self._sent:
            return  # more events are about to be read; their state is newer
        seat = seat_to_show(live.state, asked.player, asked.wanted_seat)
        await writer.write(channel.states.frame(live, seat, asked.lang or "en", people))
        self._state_sent = self._sent

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

    def _bye(self, reason: str) -> bytes:
        return sse.named("bye", json.encode({"reason": reason, "next_after": self._sent}))
