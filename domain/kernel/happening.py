"""A decision in the making: what has happened so far, and the state it has led to."""

from collections.abc import Callable
from typing import Generic, TypeVar

from domain.kernel.messages import Event, Value

E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=Value)


class Happening(Generic[S, E]):
    """Mutable, but never outside the one call of `decide` that made it."""

    def __init__(self, state: S, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self.events: list[E] = []
        self._evolve = evolve

    def add(self, *events: E) -> None:
        for event in events:
            self.events.append(event)
            self.state = self._evolve(self.state, event)
