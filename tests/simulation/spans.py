"""Spans of time, in seconds by the clock that never jumps."""

from typing import NamedTuple


class Span(NamedTuple):
    began: float
    ended: float

    def within(self, began: float, ended: float) -> float:
        """Return how much of it lies between two times."""
        return max(0.0, min(self.ended, ended) - max(self.began, began))
