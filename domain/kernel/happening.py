"""Collects the events of a command that `decide` works out in several steps."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from domain.kernel.messages import Event, Value
from domain.kernel.recorder import FoldedEvents

E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=Value)


class Happening(Generic[S, E]):
    """The events so far and the state after them; it never leaves the call of `decide`."""

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self.events: FoldedEvents[S, E] = FoldedEvents()
        self.events.state = state
        self._evolve = evolve

    def add(self, *events: E) -> None:
        """Append the events and fold them into the state."""
        state, evolve = self.state, self._evolve
        for event in events:
            state = evolve(state, event)
        self.events += events
        self.state = self.events.state = state


def state_after(evolve: Callable[[S, E], S], state: S, events: Iterable[E]) -> S:
    """Return the state after the events of `decide`, folding them only if it has not done so."""
    if isinstance(events, FoldedEvents):
        after: S = events.state
        return after
    for event in events:
        state = evolve(state, event)
    return state
