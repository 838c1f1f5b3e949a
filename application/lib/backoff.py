"""Pauses between attempts: each twice as long as the one before, up to a longest."""

from dataclasses import dataclass


@dataclass
class Backoff:
    first: float  # seconds
    longest: float
    attempts: int = 0  # failures in a row

    def next(self) -> float:
        """Return how long to wait after one more failure."""
        pause = min(self.first * float(2**self.attempts), self.longest)
        if pause < self.longest:
            self.attempts += 1
        return pause

    def reset(self) -> None:
        """Begin with the first pause again: an attempt has succeeded."""
        self.attempts = 0
