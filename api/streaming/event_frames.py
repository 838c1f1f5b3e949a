"""The frames of one table: each is rendered once, for all streams that show the same."""

from api.streaming import sse
from domain.judging.commit import SaltedEvent
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Lang, Seat
from domain.kernel.words.names import GivenNames
from projections.seat_view.events import encode_open_event, encode_sealed_event
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.state import describe_state
from projections.seat_view.view import at_latest, encode


class EventFrame:
    """One event, as each audience may see it."""

    __slots__ = ("_audience", "_event", "_opened", "_sealed")

    def __init__(self, event: SaltedEvent) -> None:
        self._event = event
        self._audience = event.recorded.event.audience().seats
        self._sealed = b""
        self._opened: dict[Lang | None, bytes] = {}

    def content(self, seats: frozenset[Seat], public: bool, told: GivenNames | None) -> bytes:
        """Return the frame for a caller with these seats; `public` shows all to everybody."""
        allowed, event = self._audience, self._event
        if allowed is not None and not public and allowed.isdisjoint(seats):
            self._sealed = self._sealed or _frame(event, encode_sealed_event(event))
            return self._sealed
        lang = None if told is None else told.lang
        found = self._opened.get(lang)
        if found is None:
            found = self._opened[lang] = _frame(event, encode_open_event(event, told))
        return found


class StateFrames:
    """Keeps the `state` frames of the newest version, by seat and language."""

    def __init__(self) -> None:
        self.rendered = 0  # how often a frame was made
        self._version = 0
        self._frames: dict[tuple[Seat | None, Lang], bytes] = {}

    def frame(self, live: LiveTable, seat: Seat | None, lang: Lang, people: NamesOfPeople) -> bytes:
        """Return the frame of the table as it is now."""
        if self._version != live.version:
            self._version, self._frames = live.version, {}
        found = self._frames.get((seat, lang))
        if found is None:
            self.rendered += 1
            content = encode(describe_state(at_latest(live), seat, lang, people))
            found = self._frames[seat, lang] = sse.named("state", content)
        return found


def _frame(event: SaltedEvent, content: bytes) -> bytes:
    return sse.event(event.recorded.version, content)
