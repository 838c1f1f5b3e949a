"""What one stream has yet to send of new events and states, rendered without waiting."""

from collections.abc import Callable
from typing import NamedTuple

from api.streaming.channel import Channel
from api.streaming.viewer import Viewer
from domain.kernel.ids import Seat, Version
from domain.kernel.language import Lang
from domain.table.state import Closed
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
        viewer: Viewer,
        lang: Lang | None,
        states: bool,
        wanted_seat: Seat | None,
        after: Version,
    ) -> None:
        self.sent = after  # the last version that was sent
        self.needs_names = lang is not None or states
        self._state_sent = 0
        self._viewer = viewer
        self._lang = lang
        self._states = states
        self._wanted_seat = wanted_seat

    def render(self, channel: Channel, people: NamesOfPeople) -> Rendered | None:
        """Return all that is new to a viewer who has looked at the table as it is now.

        None if the channel no longer keeps some of it.
        """
        live = channel.live
        content, sent, state_sent = b"", self.sent, self._state_sent
        if sent < channel.version:
            frames = channel.frames_after(sent)
            if frames is None:
                return None
            told = None if self._lang is None else narrator(live.state, self._lang, people)
            content = frames.content(self._viewer.seats, isinstance(live.state, Closed), told)
            sent = frames.last
        # If live is newer, more events are about to be read; their state is newer.
        if self._states and state_sent != sent and live.version == sent:
            seat = seat_to_show(live.state, self._viewer.player, self._wanted_seat)
            content += channel.states.frame(live, seat, self._lang or "en", people)
            state_sent = sent
        return Rendered(content, sent, state_sent)

    def push(self, channel: Channel, write: Callable[[bytes], bool]) -> bool:
        """Write new events of a table that is not closed, if they need no names and no state.

        Like `render` and `took` in one step. Return False if that takes the task of the stream.
        """
        frames = channel.frames_after(self.sent)
        if frames is None:
            return self.sent >= channel.version  # else the channel no longer keeps some of them
        if not write(frames.content(self._viewer.seats, False, None)):
            return False
        self.sent = frames.last
        return True

    def took(self, rendered: Rendered) -> None:
        """Take note that it was written."""
        self.sent, self._state_sent = rendered.sent, rendered.state_sent
