"""Records the events of a command that `decide` works out in several steps."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from domain.kernel.messages import Event, Value

E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=Value)


class FoldedEvents(list[E], Generic[S, E]):
    """The events of a command, with the state that they have led to: nobody needs to fold again.

    A list that is made from it (with further events, say) is a plain one, and has no state.
    """

    __slots__ = ("state",)
    state: S


class Recorder(Generic[S, E]):
    """The events so far and the state after them; it never leaves the call of `decide`."""

    __slots__ = ("events", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: FoldedEvents[S, E] = FoldedEvents()
        self.events.state = state

    def add(self, *events: E) -> None:
        """Append the events and apply them to the state."""
        state = self.state
        for event in events:
            state = event.apply(state)
        self.events += events
        self.state = self.events.state = state


def state_after(state: S, events: Iterable[E]) -> S:
    """Return the state after the events of `decide`, applying them only if it has not done so."""
    if isinstance(events, FoldedEvents):
        after: S = events.state
        return after
    for event in events:
        state = event.apply(state)
    return state
