"""The frames of new events of one table: each is rendered once, for all streams that show it."""

from collections.abc import Sequence

from api.streaming import sse
from domain.judging.commit import SaltedEvent
from domain.kernel.ids import Seat, Version
from domain.kernel.language import Lang
from projections.seat_view.events import encode_visible_event
from projections.seat_view.names import Narrator


class EventFrames:
    """Keeps what was rendered since the last event of the table."""

    def __init__(self) -> None:
        self.rendered = 0  # how often a frame was made
        self._last: Version = 0
        self._frames: dict[tuple[Version, bool, Lang | None], bytes] = {}
        self._batches: dict[tuple[Version, frozenset[Seat], bool, Lang | None], bytes] = {}

    def batch(
        self,
        events: Sequence[SaltedEvent],
        seats: frozenset[Seat],
        public: bool,
        told: Narrator | None,
    ) -> bytes:
        """Return the frames of these events, of which the last is the newest of the table."""
        if self._last != (last := events[-1].recorded.version):
            self._last, self._frames, self._batches = last, {}, {}
        key = (events[0].recorded.version, seats, public, told.lang if told else None)
        found = self._batches.get(key)
        if found is None:
            frames = [self._frame(each, seats, public, told) for each in events]
            found = self._batches[key] = b"".join(frames)
        return found

    def _frame(
        self, event: SaltedEvent, seats: frozenset[Seat], public: bool, told: Narrator | None
    ) -> bytes:
        version = event.recorded.version
        visible = public or event.recorded.event.audience().hears(seats)
        key = (version, visible, told.lang if told else None)
        found = self._frames.get(key)
        if found is None:
            self.rendered += 1
            content = encode_visible_event(event, seats, public, told)
            found = self._frames[key] = sse.event(version, content)
        return found
