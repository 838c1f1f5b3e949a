"""Luck is handed in: a game asks for it by purpose and never makes any."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from domain.kernel.messages import Value

T = TypeVar("T")


class Draw(Value, frozen=True):
    """One labelled draw: a number below `of`, or a permutation of range(of)."""

    label: str
    of: int
    got: int | tuple[int, ...]


class Chance(Protocol):
    """Every call is one labelled draw, written down and checkable for ever (fairness §2)."""

    def below(self, n: int, purpose: str) -> int:
        """A whole number from 0 to n − 1."""

    def shuffle(self, items: Sequence[T], purpose: str) -> tuple[T, ...]:
        """The same items in another order; `items` must come in a published order."""

    def roll(self, sides: int, purpose: str = "die") -> int:
        """The face of a die: 1 to `sides`."""
