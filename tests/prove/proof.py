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


HERE = Path(__file__).parent


def proofs() -> dict[str, Proof]:
    """Return every long proof, a module below this folder with a `PROOF`, by the module's name."""
    found = {}
    for file in sorted(HERE.rglob("*.py"), key=lambda each: each.stem):
        if "\nPROOF = " in file.read_text():
            path = ".".join(file.relative_to(HERE).with_suffix("").parts)
            found[file.stem] = importlib.import_module(f"tests.prove.{path}").PROOF
    return found
