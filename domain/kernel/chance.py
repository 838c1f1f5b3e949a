"""The source of luck that is passed to a game; a game has none of its own."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from domain.kernel.ids import Seat
from domain.kernel.messages import Value

T = TypeVar("T")


class Draw(Value, frozen=True):
    """One labelled draw: a number below `of`, or a permutation of range(of)."""

    label: str
    of: int
    got: int | tuple[int, ...]


def series_of(label: str) -> str:
    """Return the label of a draw without its count: draws of one series are counted from 1."""
    return label.rpartition(":")[0]


def purpose_of(label: str) -> str:
    """Return what a draw was for: the first part of its label."""
    return label.rsplit(":", 3)[0]


class Chance(Protocol):
    """Every call is one labelled draw, which is recorded so that anyone can check it later.

    `seat` is the seat that the rules draw for, if any; never the seat that happened to answer last.
    So the draws of one seat do not depend on when other seats answer.
    """

    def below(self, n: int, purpose: str, seat: Seat | None = None) -> int:
        """Return an integer from 0 to n − 1."""

    def shuffle(self, items: Sequence[T], purpose: str, seat: Seat | None = None) -> tuple[T, ...]:
        """Return the items in random order; their order before must be public."""

    def roll(self, sides: int, purpose: str = "die", seat: Seat | None = None) -> int:
        """Return the face of a die, from 1 to `sides`."""
