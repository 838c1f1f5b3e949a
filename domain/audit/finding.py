"""Findings of an audit: what is wrong with a history, and the field in which it first shows."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from msgspec import json

from domain.kernel.messages import Value

Check: TypeAlias = Literal[
    "form",
    "chain",
    "receipts",
    "seed",
    "header",
    "luck",
    "rules",
    "unknown_rules",
    "rewards",
    "log",
]
Progress: TypeAlias = Callable[
    [int], None
]  # called with the number of events checked since the last call


WHOLE = 0  # the version of a finding that is not in a single event


class Flaw(Value, frozen=True, omit_defaults=True):
    """The first error that an audit found, with the version and the field that are wrong.

    Version 0 stands for the header and for the history as a whole. A bundle also has a `line`: that
    of its NDJSON form.
    """

    check: Check
    """Which check has found it."""
    version: int
    """The version of the table: the number of its events so far."""
    why: str
    """What is wrong, in a sentence."""
    field: str
    """The name of the field."""
    line: int | None = None
    """The line of the bundle with the flaw."""


class CheckFailed(Exception):
    """A check has failed, and those that build on it cannot be made."""

    def __init__(self, check: Check, version: int, why: str, field: str) -> None:
        super().__init__(why)
        self.flaw = Flaw(check, version, why, field)


def ignore_progress(events: int) -> None:
    """Do nothing: the default where no progress is reported."""


def first_field(one: bytes, other: bytes, name: str) -> str:
    """Return the path of the first field in which two canonical JSON texts differ."""
    return _path(json.decode(one), json.decode(other), name)


def _path(one: Any, other: Any, path: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            if one.get(key, path) != other.get(key, path):
                return _path(one.get(key), other.get(key), f"{path}.{key}")
    return path
