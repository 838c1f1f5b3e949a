"""What one stream has yet to send of new events and states, rendered without waiting."""

from typing import NamedTuple

from api.streaming.channel import Channel
from domain.kernel.ids import PlayerId, Seat, Version
from domain.kernel.language import Lang
from domain.table.state import Closed, seats_of
from projections.seat_view.names import NamesOfPeople, narrator
from projections.seat_view.state import seat_to_show


class Rendered(NamedTuple):
    content: bytes
    sent: Version  # the last event in it
    state_sent: Version  # the version of the last state


class News:
    """Remembers what was sent; frames are shared by all streams of the channel."""

    def __init__(
        self,
        player: PlayerId | None,
        lang: Lang | None,
        states: bool,
        wanted_seat: Seat | None,
        after: Version,
    ) -> None:
        self.sent = after  # the last version that was sent
        self.needs_names = lang is not None or states
        self._state_sent = 0
        self._player = player
        self._lang = lang
        self._states = states
        self._wanted_seat = wanted_seat

    def render(self, channel: Channel, people: NamesOfPeople) -> Rendered | None:
        """Return all that is new; None if the channel no longer keeps some of it."""
        events = channel.events_after(self.sent)
        if events is None:
            return None
        live = channel.live
        content, sent, state_sent = b"", self.sent, self._state_sent
        if events:
            told = None if self._lang is None else narrator(live.state, self._lang, people)
            seats = frozenset(seats_of(live.state, self._player) if self._player else ())
            content = channel.frames.batch(events, seats, isinstance(live.state, Closed), told)
            sent = events[-1].recorded.version
        # If live is newer, more events are about to be read; their state is newer.
        if self._states and state_sent != sent and live.version == sent:
            seat = seat_to_show(live.state, self._player, self._wanted_seat)
            content += channel.states.frame(live, seat, self._lang or "en", people)
            state_sent = sent
        return Rendered(content, sent, state_sent)

    def took(self, rendered: Rendered) -> None:
        """Take note that it was written."""
        self.sent, self._state_sent = rendered.sent, rendered.state_sent
