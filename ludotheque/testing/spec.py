"""Given these events, when this is asked, then these events (or this refusal) follow."""

import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from domain.fairness.draws import Draws
from domain.kernel.game import C, Chance, E, Game, S
from domain.kernel.ids import Seat
from domain.kernel.messages import state_after
from domain.kernel.refusals import Rejected

# Luck for tests: every draw prescribed, or drawn from a key that a number gives.

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


class Spec(Generic[C, E, S]):
    """A game under test."""

    def __init__(self, game: Game[C, E, Any, S, Any]) -> None:
        self._game = game

    def given(self, *events: E) -> "Given[C, E, S]":
        return Given(self._game, self.after(*events))

    def after(self, *events: E) -> S:
        """Return the state these events lead to."""
        return state_after(self._game.initial, events)


class Given(Generic[C, E, S]):
    """A history and the state it leads to."""

    def __init__(self, game: Game[C, E, Any, S, Any], state: S) -> None:
        self._game = game
        self.state = state

    def when(self, seat: Seat, command: C, luck: Chance | None = None) -> "Then[C, E, S]":
        chance: Chance = Fated() if luck is None else luck
        before = hash(self.state)
        try:
            told = self._game.decide(self.state, seat, command, chance)
        except Rejected as refusal:
            assert hash(self.state) == before
            return Then(self._game, self.state, (), refusal, chance)
        return Then(self._game, self.state, told, None, chance)


class Then(Generic[C, E, S]):
    """The result of a command: events or a rejection."""

    def __init__(
        self,
        game: Game[C, E, Any, S, Any],
        before: S,
        events: Sequence[E],
        refusal: Rejected | None,
        luck: Chance,
    ) -> None:
        self._game = game
        self._before = before
        self._refusal = refusal
        self.events = tuple(events)
        if refusal is None and isinstance(luck, Fated):
            assert luck.is_spent(), "more luck was prescribed than used"

    def then(self, *expected: E) -> None:
        """Expect exactly these events."""
        self._accepted()
        assert self.events == expected

    def then_starts_with(self, *expected: E) -> None:
        self._accepted()
        assert self.events[: len(expected)] == expected

    def then_ends_with(self, *expected: E) -> None:
        self._accepted()
        assert self.events[-len(expected) :] == expected

    def then_includes(self, *expected: E) -> None:
        """Expect these events in this order; others may stand between them."""
        self._accepted()
        rest = iter(self.events)
        for event in expected:
            assert event in rest, f"{event} did not happen (in this order): {self.events}"

    def then_never(self, *kinds: type[E]) -> None:
        self._accepted()
        assert not [event for event in self.events if isinstance(event, kinds)]

    def leads_to(self, holds: Callable[[S], bool]) -> None:
        """Expect a property of the state, where events alone do not show it."""
        self._accepted()
        state = self._before
        state = state_after(state, self.events)
        assert holds(state)

    def refused(self, code: str, rule: str | None = None, field: str | None = None) -> None:
        """Expect this rejection; `when` has checked that nothing else happened."""
        assert self._refusal is not None, f"not refused, but: {self.events}"
        assert (self._refusal.code, self._refusal.rule) == (code, rule)
        assert field is None or self._refusal.field == field

    def _accepted(self) -> None:
        assert self._refusal is None, f"refused: {self._refusal}"
