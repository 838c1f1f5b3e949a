"""Tables with one sentence for each type of event, which mypy checks.

A table is written as `said(Rolled, _rolled) | said(Moved, _moved)`. mypy rejects the sentence of
another event, and it knows the events of the whole table. The function that uses the table
therefore asks for a complete one, and mypy names the event that has no sentence:

    if TYPE_CHECKING and not TABLE.handles(event):
        assert_never(event)

Nothing of that remains at run time, and finding a sentence takes as long in a table of forty as in
one of four. A `match` over structs is also checked, but takes longer with each case before the
right one.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

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


def said(kind: type[M], sentence: Callable[[M], Both]) -> Handlers[M, Both]:
    """Return a table of one sentence, which is made from the message alone."""
    return Handlers({kind: sentence})
