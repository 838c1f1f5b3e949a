"""Chooses the best of several actions for a bot."""

from collections.abc import Callable, Sequence
from typing import TypeVar

A = TypeVar("A")

DIGITS = 9  # so that a verifier on another machine, with other last bits, finds the same ties


def best(actions: Sequence[A], worth: Callable[[A], float]) -> tuple[A, ...]:
    """Return the actions that are worth most, in their order; luck picks one of them."""
    worths = [round(worth(action), DIGITS) for action in actions]
    most = max(worths)
    return tuple(action for action, value in zip(actions, worths, strict=True) if value == most)
