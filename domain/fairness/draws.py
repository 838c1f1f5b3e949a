"""Draws: every number is derived from the mixed key and a label, and recorded."""

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from struct import Struct
from typing import TypeVar

from domain.fairness.canonical import sized, tag, u64
from domain.kernel.chance import Draw

T = TypeVar("T")

_BLOCK = Struct(">4Q")  # H gives 32 bytes


class Draws:
    """The Chance of a real table: derives every number from K and a label, and records it."""

    def __init__(self, key: Callable[[], bytes], drawn: int) -> None:
        """`key` gives K when it is first needed; `drawn` = how many draws this table has seen."""
        self._key = key
        self._drawn = drawn
        self.made: list[Draw] = []

    def below(self, n: int, purpose: str) -> int:
        label = self._label(purpose)
        got = number(self._key(), label, n)
        self.made.append(Draw(label, n, got))
        return got

    def shuffle(self, items: Sequence[T], purpose: str) -> tuple[T, ...]:
        label = self._label(purpose)
        order = permutation(self._key(), label, len(items))
        self.made.append(Draw(label, len(items), order))
        return tuple(items[i] for i in order)

    def roll(self, sides: int, purpose: str = "die") -> int:
        return 1 + self.below(sides, purpose)

    def _label(self, purpose: str) -> str:
        return f"{purpose}:{self._drawn + len(self.made) + 1}"


def number(key: bytes, label: str, n: int) -> int:
    """below(n): a whole number from 0 to n − 1."""
    return next(_numbers(key, label, (n,)))


def permutation(key: bytes, label: str, n: int) -> tuple[int, ...]:
    """Fisher–Yates from the end with below(i + 1)."""
    order = list(range(n))
    places = range(n - 1, 0, -1)
    for i, j in zip(places, _numbers(key, label, (i + 1 for i in places)), strict=True):
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _numbers(key: bytes, label: str, bounds: Iterable[int]) -> Iterator[int]:
    """below(n) for each bound: eight bytes x, refused from 2^64 − (2^64 mod n) on, then x mod n."""
    words = _words(key, label)
    for n in bounds:
        limit = 2**64 - 2**64 % n
        x = next(words)
        while x >= limit:
            x = next(words)
        yield x % n


def _words(key: bytes, label: str) -> Iterator[int]:
    """block(label, c) = HMAC(K, tag("draw") ‖ len(label) ‖ label ‖ u64(c)), as 64-bit words."""
    prefix = tag("draw") + sized(label)
    count = 0
    while True:
        block = hmac.digest(key, prefix + u64(count), "sha256")
        yield from _BLOCK.unpack(block)
        count += 1
