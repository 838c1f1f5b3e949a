"""A dictionary that holds only so much: the entries that were not used for longest are dropped."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def _one(_: Any) -> int:
    return 1


class Lru(OrderedDict[K, V]):
    """Entries that weigh at most `most` together; the newest one stays, whatever it weighs."""

    def __init__(self, most: int, weigh: Callable[[V], int] = _one) -> None:
        super().__init__()
        self._most, self._weigh = most, weigh
        self.weight = 0

    def used(self, key: K) -> V | None:
        """Return a value, which is now the one that was used last."""
        if (found := self.get(key)) is not None:
            self.move_to_end(key)
        return found

    def put(self, key: K, value: V) -> list[K]:
        """Set a value; return the keys that were dropped for it."""
        self.drop(key)
        self[key] = value
        self.weight += self._weigh(value)
        dropped = []
        while self.weight > self._most and len(self) > 1:
            oldest, value = self.popitem(last=False)
            self.weight -= self._weigh(value)
            dropped.append(oldest)
        return dropped

    def drop(self, key: K) -> V | None:
        """Remove an entry; return its value, if it was there."""
        if (found := self.pop(key, None)) is not None:
            self.weight -= self._weigh(found)
        return found

    def clear(self) -> None:
        super().clear()
        self.weight = 0
