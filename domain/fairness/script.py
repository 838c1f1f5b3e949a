"""Scripted luck of a sandbox: given results come first, then what the seed draws."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence

from domain.fairness.draws import Draws, number, permutation
from domain.kernel.messages import Refusal
from domain.kernel.refusals import Rejected
from domain.table.refusals import NumberDoesNotFit, OrderDoesNotFit
from domain.table.sandbox import ScriptedDeal


class ScriptedDraws(Draws):
    """Draws whose results a script gives, in order for each purpose, as long as it lasts."""

    def __init__(
        self,
        key: Callable[[], bytes],
        decision: int,
        drawn: Iterable[str],
        deals: Sequence[ScriptedDeal],
        used: Iterable[str],
        strict: bool,
    ) -> None:
        """`used` has the purposes of earlier draws; unless `strict`, the seed replaces bad deals.

        Only a player can be told that a deal does not fit; bots and clocks go on.
        """
        super().__init__(key, decision, drawn)
        before = Counter(used)
        self._left: dict[str, deque[ScriptedDeal]] = {}
        for deal in deals:
            if before[deal.draw]:
                before[deal.draw] -= 1
            else:
                self._left.setdefault(deal.draw, deque()).append(deal)
        self._strict = strict

    def _number(self, purpose: str, label: str, n: int) -> int:
        deal = self._next(purpose)
        if deal is not None:
            if isinstance(deal.got, int) and deal.got < n:
                return deal.got
            self._reject(NumberDoesNotFit(purpose, n - 1))
        return number(self._key(), label, n)

    def _order(self, purpose: str, label: str, n: int) -> tuple[int, ...]:
        by_seed = permutation(self._key(), label, n)
        deal = self._next(purpose)
        if deal is None:
            return by_seed
        first = deal.got
        if isinstance(first, tuple) and len({*first}) == len(first) and max(first, default=0) < n:
            return (*first, *(place for place in by_seed if place not in {*first}))
        self._reject(OrderDoesNotFit(purpose, n - 1))
        return by_seed

    def _next(self, purpose: str) -> ScriptedDeal | None:
        left = self._left.get(purpose)
        return left.popleft() if left else None

    def _reject(self, refusal: Refusal) -> None:
        if self._strict:
            raise Rejected(refusal)
