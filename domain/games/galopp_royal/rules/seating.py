"""Who sits where, who plays together, and who has won in the end."""

from collections.abc import Sequence

from domain.games.galopp_royal.state import Terms
from domain.kernel.ids import Seat

USERS = 2  # of the variant in which each of them plays two seats


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in turn order from this one on."""
    return (*range(first, seats), *range(first))


def keeper(two_users: bool, seat: Seat) -> Seat:
    """GR-2.1: opposite seats are played by one user."""
    return seat % USERS if two_users else seat


def eyes(terms: Terms, seats: int, seat: Seat) -> tuple[Seat, ...]:
    """GR-2.1: the seats that see what is hidden from all but `seat`."""
    own = keeper(terms.two_users, seat)
    return tuple(each for each in range(seats) if keeper(terms.two_users, each) == own)


def scores(terms: Terms, gold: Sequence[int]) -> tuple[int, ...]:
    """GR-9.2: the purse; with two users the sum of both purses (GR-2.1)."""
    seats = len(gold)
    return tuple(sum(gold[each] for each in eyes(terms, seats, seat)) for seat in range(seats))


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """GR-9.2: most gold wins, equals share their place."""
    return tuple(1 + sum(other > own for other in totals) for own in totals)
