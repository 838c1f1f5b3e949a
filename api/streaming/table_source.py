"""The stream of one table: a snapshot, past events, new ones, states and presence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from api.streaming import sse
from api.streaming.event_frames import EventFrame
from api.streaming.frames import TableSnapshot
from api.streaming.presence import PresenceSeen
from api.streaming.session import PendingFrames, Source
from api.streaming.table_channel import TableChannel, TableStreams
from domain.judging.commit import decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Lang, PlayerId, Seat, Version
from domain.table.access import may_see, may_watch
from domain.table.state import Closed, NotOpened, Setup, Sitter, Table, seats_of
from projections.seat_view.names import NamesOfPeople, narrator, people_at, seats_seen
from projections.seat_view.state import seat_to_show
from projections.seat_view.view import describe_decision, encode, game_view, status

PAGE = 50  # past events that are read at once
NOBODY = PresenceSeen((), 0)


class StreamAccess:
    """What the caller of one stream may see of its table.

    It works out access and seats again only if the setup, the seats or the status has changed.
    """

    def __init__(self, player: PlayerId | None, invited: bool) -> None:
        self.player = player
        self.watches = False  # whether it may read the table
        self.seats: frozenset[Seat] = frozenset()
        self._invited = invited
        self._status: type[Table] = NotOpened
        self._setup: Setup | None = None
        self._sitters: tuple[Sitter, ...] = ()

    def look_at(self, live: LiveTable) -> None:
        """Bring `watches` and `seats` up to date."""
        state, player = live.state, self.player
        if isinstance(state, NotOpened):
            self.watches = False
            return
        same_table = state.setup is self._setup and state.sitters is self._sitters
        if same_table and type(state) is self._status:
            return
        self._status, self._setup, self._sitters = type(state), state.setup, state.sitters
        invited = self._invited
        self.watches = may_see(state, player, invited) and may_watch(state, player, invited)
        self.seats = frozenset(seats_of(state, player) if player else ())


@dataclass(frozen=True)
class TableRequest:
    player: PlayerId | None
    invited: bool  # whether the caller had an invitation to the table
    seat: Seat | None  # whose view the snapshot shows
    after: Version
    lang: Lang | None  # of sentences and labels
    state: bool = False  # whether to send the state after every change
    wanted_seat: Seat | None = None  # whose state is sent


class TableCursor(NamedTuple):
    sent: Version  # the last event
    state_sent: Version = 0  # the version of the last state


Pending: TypeAlias = PendingFrames[TableCursor]


class TableSource(Source[TableChannel, TableCursor]):
    def __init__(self, shared: TableStreams, live: LiveTable, request: TableRequest) -> None:
        self.key = live.table
        self.cursor = TableCursor(request.after)
        self._shared, self._live, self._request = shared, live, request
        self._access = StreamAccess(request.player, request.invited)
        self._needs_names = request.lang is not None or request.state
        self._present_seen = self._present_shown = NOBODY

    def make_channel(self) -> TableChannel:
        return TableChannel(self._live, self._shared)

    async def first(self) -> Pending:
        channel = self.channel
        if channel.live.version < self._live.version:
            channel.live = (
                self._live
            )  # the snapshot must not be older than what the caller has seen
        live, room = channel.live, channel.room
        people = await self._shared.names.of(people_at(live.state))
        self._present_seen, self._present_shown = room.present, room.present_now()
        decision = describe_decision(live.state)
        snapshot = TableSnapshot(
            live.version,
            live.head.hex(),
            status(live.state),
            seats_seen(live.state, people),
            game_view(live.state, self._request.seat),
            decision,
            decision.deadline if decision else None,
            self._present_shown,
        )
        content = sse.beginning(self.cursor.sent) + sse.named("snapshot", encode(snapshot))
        return PendingFrames(content, self.cursor)

    async def past(self) -> Pending | None:
        channel, sent = self.channel, self.cursor.sent
        if channel.after(sent) is not None:
            return None
        entries = await self._shared.log.read(channel.table, sent, PAGE)
        if not entries:
            return None  # the store was reset to an earlier state
        people = await self._people()
        self._access.look_at(channel.live)
        events = decode_events(entries, channel.live.seed, sent)
        content = self._content(map(EventFrame, events), channel.live, people)
        return PendingFrames(content, TableCursor(events[-1].recorded.version))

    async def news(self) -> Pending:
        pending = self._render(await self._people())
        return pending._replace(content=pending.content + self._presence())

    def news_now(self) -> Pending | None:
        if not self._needs_names:
            return self._render({})
        people = self._shared.names.known(people_at(self.channel.live.state))
        return None if people is None else self._render(people)

    def _render(self, people: NamesOfPeople) -> Pending:
        """Return all that is new to the caller."""
        channel, live, access = self.channel, self.channel.live, self._access
        access.look_at(live)
        if not access.watches:
            return PendingFrames(b"", self.cursor, "not_watchable")
        shared = channel.pending
        key = (self.cursor.sent, live.version, access.seats, self._request.lang)
        found = shared.get(key)
        if found is None:
            found = shared[key] = self._new_events(people)
        return self._with_state(found, people) if self._request.state else found

    def _new_events(self, people: NamesOfPeople) -> Pending:
        """Return what is the same for all streams with this cursor, these seats and language."""
        channel, live, sent = self.channel, self.channel.live, self.cursor.sent
        frames = channel.after(sent)
        if frames is None:
            return PendingFrames(b"", TableCursor(sent), "lagging")
        sent = max(sent, channel.position)
        is_over = isinstance(live.state, Closed) and sent >= live.version
        content = self._content(frames, live, people)
        return PendingFrames(content, TableCursor(sent), "finished" if is_over else None)

    def _with_state(self, pending: Pending, people: NamesOfPeople) -> Pending:
        """Add the state, unless more events are about to be read; their state is newer."""
        channel, live, (content, (sent, _), end) = self.channel, self.channel.live, pending
        state_sent = self.cursor.state_sent
        if end != "lagging" and state_sent != sent and live.version == sent:
            seat = seat_to_show(live.state, self._access.player, self._request.wanted_seat)
            content += channel.states.frame(live, seat, self._request.lang or "en", people)
            state_sent = sent
        return PendingFrames(content, TableCursor(sent, state_sent), end)

    def _content(
        self, frames: Iterable[EventFrame], live: LiveTable, people: NamesOfPeople
    ) -> bytes:
        """Return events as the caller may see them now."""
        seats, public, lang = self._access.seats, isinstance(live.state, Closed), self._request.lang
        told = None if lang is None else narrator(live.state, lang, people)
        return b"".join([frame.content(seats, public, told) for frame in frames])

    async def _people(self) -> NamesOfPeople:
        if not self._needs_names:
            return {}
        return await self._shared.names.of(people_at(self.channel.live.state))

    def _presence(self) -> bytes:
        """Return a frame if other people are present than this stream has shown."""
        present, shown = self.channel.room.present, self._present_shown
        if present is self._present_seen:
            return b""
        self._present_seen = self._present_shown = present
        return b"" if present == shown else sse.named("presence", encode(present))

    def resume_from(self) -> Mapping[str, Any]:
        return {"next_after": self.cursor.sent}
