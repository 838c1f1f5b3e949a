"""What the laws must know of this game: which states look the same to a seat."""

from random import Random

from msgspec.structs import replace

from domain.kernel.ids import Seat

from .game import HIGHEST, Bids

ALIKE: tuple[frozenset[str], ...] = ()


def twin(bids: Bids, seat: Seat | None, rng: Random) -> Bids:
    """Return the same round with other numbers of the other seats."""
    hidden = [own for own, number in enumerate(bids.numbers) if number is not None and own != seat]
    numbers = list(bids.numbers)
    for other in hidden:
        numbers[other] = rng.randint(1, HIGHEST)
    return replace(bids, numbers=tuple(numbers))
