"""The result of a game."""

from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Outcome(Value, frozen=True):
    """The place and the score of each seat; 1 is the best place, and ties share a place."""

    places: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seats in the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)
