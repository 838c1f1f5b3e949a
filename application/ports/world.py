"""Time and fresh randomness, handed in."""

from typing import Protocol


class World(Protocol):
    def now(self) -> int:
        """Return milliseconds since 1970."""

    def fresh(self, n: int) -> bytes:
        """Return n unguessable bytes."""
