"""The source of luck that is passed to a game; a game has none of its own."""

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
    """Every call is one labelled draw, which is recorded so that anyone can check it later."""

    def below(self, n: int, purpose: str) -> int:
        """Return an integer from 0 to n − 1."""

    def shuffle(self, items: Sequence[T], purpose: str) -> tuple[T, ...]:
        """Return the items in random order; their order before must be public."""

    def roll(self, sides: int, purpose: str = "die") -> int:
        """Return the face of a die, from 1 to `sides`."""
