"""Collects the events of a command that `decide` works out in several steps."""

from collections.abc import Callable
from typing import Generic, TypeVar

from domain.kernel.messages import Event, Value

E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=Value)


class Happening(Generic[S, E]):
    """The events so far and the state after them; it never leaves the call of `decide`."""

    def __init__(self, state: S, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self.events: list[E] = []
        self._evolve = evolve

    def add(self, *events: E) -> None:
        """Append the events and fold them into the state."""
        for event in events:
            self.events.append(event)
            self.state = self._evolve(self.state, event)
