"""A long proof: one claim, tried a number of times, that must hold every time."""

from collections.abc import Callable
from dataclasses import dataclass

Show = Callable[[str], None]
"""Prints one line of progress."""


@dataclass(frozen=True)
class Proof:
    """A claim, how often `make prove` tries it, and how often CI does.

    `attempt(count, show)` tries `count` times, raises `AssertionError` at the first failure,
    and returns the figures for the documentation in one line.
    """

    claim: str
    full: int
    sample: int
    attempt: Callable[[int, Show], str]
