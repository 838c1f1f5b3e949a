"""One open stream, from its snapshot to its last word; whoever does not read is cut off."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from litestar.types import Receive, Scope, Send
from msgspec import Meta, json

from api.asgi import metrics
from api.services import Services
from api.streaming import sse
from api.streaming.channel import Listener, Present, Room
from api.streaming.writer import Outlet, Stalled
from application.ports.event_log import StoreUnavailable
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Moment, PlayerId, Seat, Version
from domain.kernel.language import Lang
from domain.kernel.messages import Value
from domain.table.state import Closed, seats_of
from projections.seat_view.view import (
    DecisionSeen,
    decision_seen,
    encode,
    event_seen,
    status,
    view_of,
)

PAGE = 50  # events that are read at once by those who come late
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
    """One frame; `data` is JSON. Only an `Event` has an id; it has no name (`message`)."""

    data: str  # Event, or by `event`: Snapshot, Present, Bye
    event: Literal["message", "snapshot", "presence", "bye"] = "message"
    id: Annotated[str, Meta(pattern=r"^[0-9]+\Z")] | None = None


class Snapshot(Value, frozen=True):
    """The first frame (`event: snapshot`): the table as the caller sees it at this version."""

    version: Version
    head: str
    status: Literal["open", "running", "finished", "abandoned"]
    view: Any
    decision: DecisionSeen | None
    deadline: Moment | None
    presence: Present


class Bye(Value, frozen=True):
    """The last frame (`event: bye`): why the stream ends, and where to go on."""

    reason: Reason
    next_after: Version


@dataclass(frozen=True)
class Asked:
    player: PlayerId | None
    address: str
    seat: Seat | None
    after: Version
    seconds: float
    lang: Lang | None


class StreamSession:
    """An ASGI application that answers one request."""

    def __init__(self, services: Services, live: LiveTable, asked: Asked) -> None:
        self._services = services
        self._live = live
        self._asked = asked
        self._at = asked.after  # the last version that was told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        outlet = Outlet(scope, receive, send, self._services.settings.slow_seconds)
        with self._services.streams.place(self._asked.player, self._asked.address):
            if outlet.head_only:
                await outlet.begin()
                await outlet.finish(b"")
            else:
                await self._serve(outlet)

    async def _serve(self, outlet: Outlet) -> None:
        listener = Listener(self._asked.player, outlet.hurry)
        room = await self._services.streams.enter(self._live, listener)
        outlet.watch(lambda: listener.end("gone"))
        try:
            await outlet.begin()
            reason = await self._tell(room, listener, outlet)
            await outlet.finish(self._bye(reason))
            metrics.streams_ended.labels(reason).inc()
        except Stalled:
            reason = listener.reason or "too_slow"
            metrics.streams_ended.labels(reason).inc()
            await outlet.cut(self._bye(reason))
        finally:
            outlet.unwatch()
            self._services.streams.leave(room, listener)

    async def _tell(self, room: Room, listener: Listener, outlet: Outlet) -> str:
        """Snapshot, what came before, what comes; the reason why no more comes."""
        clock = asyncio.get_running_loop().time
        ends = clock() + self._asked.seconds
        try:
            heard, told = room.present, room.here()
            await outlet.write(sse.BEGINNING + self._snapshot(room.live, told))
            await self._catch_up(room, listener, outlet)
        except StoreUnavailable:
            return "store_unavailable"
        beat = clock() + self._services.settings.heartbeat_seconds
        while True:
            news = room.since(self._at)
            if news is None:
                return listener.reason or "lagging"
            if news:
                await self._write(room.live, news, outlet)
            if heard is not room.present:
                heard, before = room.present, told
                told = heard
                if told != before:
                    await outlet.write(sse.named("presence", encode(told)))
            if reason := self._over(room.live, listener, clock() >= ends):
                return reason
            await listener.wait(min(ends, beat))
            if clock() >= beat:
                await outlet.write(sse.HEARTBEAT)
                beat = clock() + self._services.settings.heartbeat_seconds

    def _over(self, live: LiveTable, listener: Listener, time_is_up: bool) -> str | None:
        if listener.reason is not None:
            return listener.reason
        if isinstance(live.state, Closed) and self._at >= live.version:
            return "finished"
        return "max_seconds" if time_is_up else None

    async def _catch_up(self, room: Room, listener: Listener, outlet: Outlet) -> None:
        """What is longer ago than the room remembers is read page by page."""
        while self._at < room.version and listener.reason is None:
            entries = await self._services.log.read(room.table, self._at, PAGE)
            if not entries:
                return  # the store was set back
            await self._write(room.live, decode_events(entries, room.live.seed), outlet)

    async def _write(self, live: LiveTable, news: Sequence[SaltedEvent], outlet: Outlet) -> None:
        """As this caller may hear it now; seats may have been taken since the last time."""
        state, player = live.state, self._asked.player
        seats = frozenset(seats_of(state, player) if player else ())
        public = isinstance(state, Closed)
        await outlet.write(
            b"".join(
                sse.event(one.recorded.version, event_seen(one, seats, public, self._asked.lang))
                for one in news
            )
        )
        self._at = news[-1].recorded.version

    def _snapshot(self, live: LiveTable, present: Present) -> bytes:
        decision = decision_seen(live.state)
        snapshot = Snapshot(
            live.version,
            live.head.hex(),
            status(live.state),
            view_of(live.state, self._asked.seat),
            decision,
            decision.deadline if decision else None,
            present,
        )
        return sse.named("snapshot", encode(snapshot))

    def _bye(self, reason: str) -> bytes:
        return sse.named("bye", json.encode({"reason": reason, "next_after": self._at}))
