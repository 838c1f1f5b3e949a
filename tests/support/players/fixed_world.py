"""A world for tests: its time stands still until a test moves it."""

import hashlib

from ludotheque.laws.random_play import NOON

__all__ = ["NOON", "FixedWorld"]


class FixedWorld:
    """Time is set by the test; fresh bytes differ at every call and are the same in every run."""

    def __init__(self, now: int = NOON, name: str = "world") -> None:
        self.time = now
        self._name = name
        self._calls = 0

    def now(self) -> int:
        return self.time

    def fresh(self, n: int) -> bytes:
        self._calls += 1
        return hashlib.shake_256(f"{self._name} {self._calls}".encode()).digest(n)

    def wait(self, ms: int) -> None:
        self.time += ms
