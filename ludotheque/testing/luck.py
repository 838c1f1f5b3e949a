"""Luck for tests: every draw prescribed, or drawn from a key that a number gives."""

import hashlib
from collections import deque
from collections.abc import Sequence
from typing import TypeVar

from domain.fairness.draws import Draws
from domain.kernel.ids import Seat

T = TypeVar("T")


class Fated:
    """A Chance with prescribed results: numbers for dice, orders for shuffles.

    An order may name only the first cards; the others follow in their published order.
    """

    def __init__(self, *results: int | Sequence[object]) -> None:
        self._results = deque(results)

    def below(self, n: int, purpose: str, seat: Seat | None = None) -> int:
        return self._number(range(n), purpose)

    def roll(self, sides: int, purpose: str = "die", seat: Seat | None = None) -> int:
        return self._number(range(1, sides + 1), purpose)

    def shuffle(self, items: Sequence[T], purpose: str, seat: Seat | None = None) -> tuple[T, ...]:
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
    """Real draws from a test key: the same number always gives the same luck."""

    def __init__(self, number: int) -> None:
        super().__init__(hashlib.sha256(f"test luck {number}".encode()).digest, 0, ())
