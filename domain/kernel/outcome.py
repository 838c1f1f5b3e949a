"""How a play ended."""

from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Outcome(Value, frozen=True):
    """Place of each seat (1 is best, equal places are shared) and its score."""

    places: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seats in the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)
