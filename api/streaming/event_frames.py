"""The frames of new events of one table: each is rendered once, for all streams that show it."""

from collections.abc import Sequence
from typing import TypeAlias

from api.streaming import sse
from domain.judging.commit import SaltedEvent
from domain.kernel.ids import Seat, Version
from domain.kernel.language import Lang
from domain.kernel.words.names import GivenNames
from projections.seat_view.events import encode_open_event, encode_sealed_event

Rendered: TypeAlias = list[bytes | None]  # by the place of the event; None: not needed so far


class EventFrames:
    """The events after some version up to the newest, as each audience may see them."""

    def __init__(self, events: Sequence[SaltedEvent]) -> None:
        self.last: Version = events[-1].recorded.version
        self._events = events
        audiences = [event.recorded.event.audience().seats for event in events]
        self._private = [(i, seats) for i, seats in enumerate(audiences) if seats is not None]
        self._sealed: Rendered = [None] * len(events)
        self._opened: dict[Lang | None, Rendered] = {}
        self._contents: dict[tuple[tuple[int, ...], Lang | None], bytes] = {}

    def content(self, seats: frozenset[Seat], public: bool, told: GivenNames | None) -> bytes:
        """Return the frames for a caller with these seats; audiences that see the same share it."""
        hidden: tuple[int, ...] = ()
        if self._private and not public:
            hidden = tuple([i for i, allowed in self._private if allowed.isdisjoint(seats)])
        key = (hidden, None if told is None else told.lang)
        found = self._contents.get(key)
        if found is None:
            found = self._contents[key] = b"".join(self._frames(hidden, told))
        return found

    def _frames(self, hidden: Sequence[int], told: GivenNames | None) -> list[bytes]:
        lang = None if told is None else told.lang
        opened = self._opened.setdefault(lang, [None] * len(self._events))
        frames: list[bytes] = []
        for i, event in enumerate(self._events):
            rendered = self._sealed if i in hidden else opened
            frame = rendered[i]
            if frame is None:
                is_sealed = rendered is self._sealed
                content = (
                    encode_sealed_event(event) if is_sealed else encode_open_event(event, told)
                )
                frame = rendered[i] = sse.event(event.recorded.version, content)
            frames.append(frame)
        return frames
