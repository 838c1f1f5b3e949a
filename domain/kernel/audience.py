"""Who may see an event while the table is running; afterwards all events are public."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Audience(Value, frozen=True):
    """A set of seats; None is everybody, spectators too."""

    seats: frozenset[Seat] | None

    def hears(self, seats: Iterable[Seat]) -> bool:
        """Return whether a caller with these seats may see the event; a spectator has no seat."""
        return self.seats is None or not self.seats.isdisjoint(seats)


EVERYONE = Audience(None)
NOBODY = Audience(frozenset())


def only(*seats: Seat) -> Audience:
    """Return the audience of just these seats."""
    return Audience(frozenset(seats))


def to_all(event: Any) -> Audience:
    """Let everybody see the event. Games map their event types to such functions."""
    return EVERYONE


def to_nobody(event: Any) -> Audience:
    """Hide the event from everybody."""
    return NOBODY


def to_its_seat(event: Any) -> Audience:
    """Let only the seat in the field `seat` see the event."""
    return only(event.seat)
