"""What is wrong with a history, in words, and where it is first seen."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from domain.kernel.messages import Value

Check: TypeAlias = Literal["form", "chain", "receipts", "seed", "header", "luck", "rules"]
Progress: TypeAlias = Callable[[int], None]  # that many more events are done


class Flaw(Value, frozen=True):
    """The first thing that is wrong; `version` is None where it lies in no single event."""

    check: Check
    version: int | None
    why: str


class Flawed(Exception):
    """A check has failed; there is no use in going on with it."""

    def __init__(self, check: Check, version: int | None, why: str) -> None:
        super().__init__(why)
        self.flaw = Flaw(check, version, why)


def silent(events: int) -> None:
    """Nobody watches."""


def first(*flaws: Flaw | None) -> Flaw | None:
    """Of several, the one that is seen first in the history."""
    found = [flaw for flaw in flaws if flaw is not None]
    return min(found, key=lambda flaw: flaw.version or 0, default=None)
