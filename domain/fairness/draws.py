"""Random draws, each derived from the mixed key K and a label, so that it can be repeated."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import TYPE_CHECKING, TypeVar

from domain.fairness.chain import sized, tag, u64
from domain.kernel.game import Draw
from domain.kernel.ids import Seat

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

T = TypeVar("T")

_BLOCK = Struct(">4Q")  # H gives 32 bytes
_WORDS = 2**64
_TAG = tag("draw")
_PAD = 64  # bytes: K is padded to a block of H, and is never longer
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Draws:
    """The Chance of a table: derives every number from K and a label, and records the draw.

    A label is `<purpose>:<d>:<s>:<k>`: d is the number of the open decision (0 at the deal), s the
    seat the rules draw for (`-` if none), and k counts from 1 within the three before it.
    """

    def __init__(self, key: Callable[[], bytes], decision: int, drawn: Iterable[str]) -> None:
        """`key` returns K; `drawn` is the series of every draw since the decision opened."""
        self._key = key
        self._decision = decision
        self._drawn: dict[str, int] = {}  # a Counter takes three times as long
        for series in drawn:
            self._drawn[series] = self._drawn.get(series, 0) + 1
        self.made: list[Draw] = []

    def below(self, n: int, purpose: str, seat: Seat | None = None) -> int:
        label = self._label(purpose, seat)
        got = self._number(purpose, label, n)
        self.made.append(Draw(label, n, got))
        return got

    def shuffle(self, items: Sequence[T], purpose: str, seat: Seat | None = None) -> tuple[T, ...]:
        label = self._label(purpose, seat)
        order = self._order(purpose, label, len(items))
        self.made.append(Draw(label, len(items), order))
        return tuple(map(items.__getitem__, order))

    def roll(self, sides: int, purpose: str = "die", seat: Seat | None = None) -> int:
        return 1 + self.below(sides, purpose, seat)

    def _number(self, purpose: str, label: str, n: int) -> int:
        return number(self._key(), label, n)

    def _order(self, purpose: str, label: str, n: int) -> tuple[int, ...]:
        return permutation(self._key(), label, n)

    def _label(self, purpose: str, seat: Seat | None) -> str:
        series = f"{purpose}:{self._decision}:{'-' if seat is None else seat}"
        self._drawn[series] = count = self._drawn.get(series, 0) + 1
        return f"{series}:{count}"


def number(key: bytes, label: str, n: int) -> int:
    """Return below(n), an integer from 0 to n − 1."""
    return _below(n, _words(key, label))


def permutation(key: bytes, label: str, n: int) -> tuple[int, ...]:
    """Return the order after a Fisher–Yates shuffle from the end with below(i + 1)."""
    order = list(range(n))
    words, surely = _words(key, label), _WORDS - n  # a word below it is never refused
    for i in range(n - 1, 0, -1):
        x = next(words)
        j = x % (i + 1) if x < surely else _below(i + 1, itertools.chain((x,), words))
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _below(n: int, words: Iterator[int]) -> int:
    """Return x mod n for the next word x < 2^64 − (2^64 mod n)."""
    for x in words:
        if x < _WORDS - n or x < _WORDS - _WORDS % n:  # the first is quick and nearly always true
            return x % n
    raise AssertionError  # the words do not end


def _words(key: bytes, label: str) -> Iterator[int]:
    """Yield the 64-bit words of block(c) = HMAC(K, tag("draw") ‖ len(label) ‖ label ‖ u64(c)).

    The two hashes of HMAC are written out: the function of the library takes twice as long.
    """
    inner, outer = _begun(key)
    message = _TAG + sized(label)
    for count in itertools.count():
        hashed, block = inner.copy(), outer.copy()
        hashed.update(message + u64(count))
        block.update(hashed.digest())
        yield from _BLOCK.unpack(block.digest())


@lru_cache(maxsize=64)
def _begun(key: bytes) -> "tuple[Hash, Hash]":
    """Return the inner and the outer hash of HMAC, begun with the key; only copies go on."""
    padded = key.ljust(_PAD, b"\0")
    return sha256(padded.translate(_INNER)), sha256(padded.translate(_OUTER))
