"""A clock that never jumps, to measure how long something took."""

from typing import Protocol

from domain.judging.outage_evidence import Reading


class SteadyClock(Protocol):
    def read(self) -> Reading:
        """Return a reading; it advances while the machine sleeps, and no one can set it."""
