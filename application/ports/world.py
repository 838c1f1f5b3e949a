"""Time and fresh randomness, handed in."""

from typing import Protocol

from domain.judging.outage_evidence import Reading


class World(Protocol):
    def now(self) -> int:
        """Return milliseconds since 1970."""

    def fresh(self, n: int) -> bytes:
        """Return n unguessable bytes."""


class SteadyClock(Protocol):
    """A clock that never jumps, to measure how long something took."""

    def read(self) -> Reading:
        """Return a reading; it advances while the machine sleeps, and no one can set it."""
