"""Finds the long proofs: each module of this folder that defines a `PROOF`, by its name."""

import importlib
from pathlib import Path

from tests.prove.proof import Proof

INFRASTRUCTURE = {"__main__", "proof", "registry"}


def proofs() -> dict[str, Proof]:
    """Return every long proof by the name of its module."""
    names = sorted(file.stem for file in Path(__file__).parent.glob("*.py"))
    return {
        name: importlib.import_module(f"tests.prove.{name}").PROOF
        for name in names
        if name not in INFRASTRUCTURE
    }
