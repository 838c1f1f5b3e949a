"""The `state` frames of one table: each rendered once, for all streams that show the same."""

from api.streaming import sse
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Seat
from domain.kernel.language import Lang
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.state import describe_state
from projections.seat_view.view import at_latest, encode


class StateFrames:
    """Keeps the frames of the newest version, by seat and language."""

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
