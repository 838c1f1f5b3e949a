"""Findings of an audit: what is wrong with a history, and where it first shows."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from domain.kernel.messages import Value

Check: TypeAlias = Literal[
    "form", "chain", "receipts", "seed", "header", "luck", "rules", "rewards", "log"
]
Progress: TypeAlias = Callable[
    [int], None
]  # called with the number of events checked since the last call


class Flaw(Value, frozen=True, omit_defaults=True):
    """The first error that an audit found; `version` is null if it is not in a single event.

    `field` names the wrong field, `line` the line of the bundle in NDJSON.
    """

    check: Check
    version: int | None
    why: str
    field: str | None = None
    line: int | None = None


class CheckFailed(Exception):
    """A check has failed, and those that build on it cannot be made."""

    def __init__(
        self, check: Check, version: int | None, why: str, field: str | None = None
    ) -> None:
        super().__init__(why)
        self.flaw = Flaw(check, version, why, field)


def ignore_progress(events: int) -> None:
    """Do nothing: the default where no progress is reported."""


def earliest_flaw(*flaws: Flaw | None) -> Flaw | None:
    """Return the flaw with the lowest version, or None if there is none."""
    found = [flaw for flaw in flaws if flaw is not None]
    return min(found, key=lambda flaw: flaw.version or 0, default=None)
