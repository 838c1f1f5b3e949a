"""Which bearers go after a race."""

from collections.abc import Iterator

from domain.games.galopp_royal.commands import Remove
from domain.games.galopp_royal.components import STRENGTH, Bearer
from domain.games.galopp_royal.state import Court
from domain.kernel.ids import Seat


def out_of_time(court: Court, seat: Seat) -> Remove:
    """GR-11.12: the weakest of one's own display, the strongest of every other."""
    return Remove(
        tuple(
            weakest(display) if owner == seat else strongest(display)
            for owner, display in enumerate(court.displays)
        )
    )


def weakest(display: tuple[Bearer | None, ...]) -> int:
    """The slot; ties: the lowest."""
    return min(range(1, len(display) + 1), key=lambda slot: strength(display[slot - 1]))


def strongest(display: tuple[Bearer | None, ...]) -> int:
    """The slot; ties: the lowest."""
    return max(range(1, len(display) + 1), key=lambda slot: strength(display[slot - 1]))


def strength(bearer: Bearer | None) -> int:
    """GR-11.12"""
    assert bearer is not None  # between races every display is full
    return STRENGTH[bearer]


def sensible(court: Court, seat: Seat) -> Iterator[Remove]:
    """The removal of a time-out, and all that differ from it in one display."""
    usual = out_of_time(court, seat).slots
    yield Remove(usual)
    for owner, chosen in enumerate(usual):
        for slot in range(1, court.terms.slots + 1):
            if slot != chosen:
                yield Remove((*usual[:owner], slot, *usual[owner + 1 :]))


def removed(court: Court, slots: tuple[int, ...]) -> tuple[Bearer, ...]:
    """GR-7.1: what lies in these slots, by seat."""
    taken = [display[slot - 1] for display, slot in zip(court.displays, slots, strict=True)]
    return tuple(bearer for bearer in taken if bearer is not None)
