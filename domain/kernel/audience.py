"""Who may hear an event while the table is running; afterwards everybody hears everything."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Audience(Value, frozen=True):
    """A set of seats, or everybody (spectators too) when `seats` is None."""

    seats: frozenset[Seat] | None

    def hears(self, seats: Iterable[Seat]) -> bool:
        """May a caller who holds these seats (none: a spectator) hear it?"""
        return self.seats is None or not self.seats.isdisjoint(seats)


EVERYONE = Audience(None)
NOBODY = Audience(frozenset())


def only(*seats: Seat) -> Audience:
    return Audience(frozenset(seats))


def to_all(event: Any) -> Audience:
    """One of three answers for the tables in which games say who hears which event."""
    return EVERYONE


def to_nobody(event: Any) -> Audience:
    return NOBODY


def to_its_seat(event: Any) -> Audience:
    """For events that have a `seat`."""
    return only(event.seat)
