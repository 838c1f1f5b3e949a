"""Who may see an event while the table is running; afterwards all events are public."""

from collections.abc import Iterable

from msgspec import Struct

from domain.kernel.ids import Seat


class Audience(Struct, frozen=True):
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
