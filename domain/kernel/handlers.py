"""Tables with one handler for each type of message, which mypy checks.

A table is written as `on(Rolled, _rolled) | on(Moved, _moved)`. mypy rejects a handler of another
message, and it knows the messages of the whole table. The function that uses the table therefore
asks for a complete one, and mypy names the message that has no handler:

    if TYPE_CHECKING and not TABLE.handles(event):
        assert_never(event)

Nothing of that remains at run time, and finding a handler takes as long in a table of forty as in
one of four. A `match` over structs is also checked, but takes longer with each case before the
right one: folding a history of forty types of events with it takes twice as long.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from domain.kernel.ids import Seat
from domain.kernel.language import Both

if TYPE_CHECKING:
    from typing_extensions import TypeIs

M = TypeVar("M")  # the messages that have a handler: a union
N = TypeVar("N")
R = TypeVar("R")  # what the handlers return
Q = TypeVar("Q")


class Handlers(Generic[M, R]):
    """The handlers of some types of messages, by type."""

    def __init__(self, by_type: dict[type[Any], Callable[..., R]]) -> None:
        self.by_type = by_type

    def __or__(self, other: "Handlers[N, Q]") -> "Handlers[M | N, R | Q]":
        """Return a table with the handlers of both."""
        both: dict[type[Any], Callable[..., R | Q]] = {**self.by_type, **other.by_type}
        return Handlers(both)

    def handles(self, message: object) -> "TypeIs[M]":
        """Return whether the message has a handler here."""
        return type(message) in self.by_type


def on(kind: type[M], handler: Callable[[Any, M], R]) -> Handlers[M, R]:
    """Return a table of one handler, which takes a state or a view, and the message."""
    return Handlers({kind: handler})


def by_seat(kind: type[M], handler: Callable[[Any, Seat, M], R]) -> Handlers[M, R]:
    """Return a table of one handler, which takes a state, the seat that acts, and the message."""
    return Handlers({kind: handler})


def said(kind: type[M], sentence: Callable[[M], Both]) -> Handlers[M, Both]:
    """Return a table of one sentence, which is made from the message alone."""
    return Handlers({kind: sentence})
