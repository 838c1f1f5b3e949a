"""A long proof: one claim, tried a number of times, that must hold every time."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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


# Finds the long proofs: each module of this folder that defines a `PROOF`, by its name.

INFRASTRUCTURE = {"__main__", "proof"}


def proofs() -> dict[str, Proof]:
    """Return every long proof by the name of its module."""
    names = sorted(file.stem for file in Path(__file__).parent.glob("*.py"))
    return {
        name: importlib.import_module(f"tests.prove.{name}").PROOF
        for name in names
        if name not in INFRASTRUCTURE
    }
