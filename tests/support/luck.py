"""Luck for tests: prescribed to the last draw, or real on a key of its own."""

import hashlib
from collections import deque
from collections.abc import Sequence
from typing import TypeVar

from domain.fairness.draws import Draws

T = TypeVar("T")


class Fated:
    """A Chance whose results are written in advance: numbers for dice, orders for shuffles.

    An order may name only how the shuffled cards begin; the others follow as they were published.
    """

    def __init__(self, *results: int | Sequence[object]) -> None:
        self._results = deque(results)

    def below(self, n: int, purpose: str) -> int:
        return self._number(range(n), purpose)

    def roll(self, sides: int, purpose: str = "die") -> int:
        return self._number(range(1, sides + 1), purpose)

    def shuffle(self, items: Sequence[T], purpose: str) -> tuple[T, ...]:
        wanted = self._next(purpose)
        assert not isinstance(wanted, int), f"{purpose}: an order is needed, not {wanted}"
        assert set(wanted) <= set(items), f"{purpose}: {wanted} is not among {items}"
        first = [item for want in wanted for item in items if item == want]
        return (*first, *(item for item in items if item not in first))

    def is_spent(self) -> bool:
        return not self._results

    def _number(self, allowed: range, purpose: str) -> int:
        wanted = self._next(purpose)
        assert isinstance(wanted, int), f"{purpose}: a number is needed, not {wanted}"
        assert wanted in allowed, f"{purpose}: {wanted} is not in {allowed}"
        return wanted

    def _next(self, purpose: str) -> int | Sequence[object]:
        assert self._results, f"nothing is prescribed for {purpose!r}"
        return self._results.popleft()


class Seeded(Draws):
    """The real thing on a test key: the same number gives the same luck for ever."""

    def __init__(self, number: int) -> None:
        super().__init__(hashlib.sha256(f"test luck {number}".encode()).digest, 0)
