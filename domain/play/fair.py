"""Luck that anyone can check, histories that cannot be changed unseen. Formats here are for ever.

`‖` is concatenation, `u64` is eight bytes big-endian, H is SHA-256.
"""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from struct import Struct
from typing import TypeVar

from msgspec import json

from domain.kernel.chance import Draw
from domain.kernel.ids import TableId

T = TypeVar("T")

SEED_BYTES = 32
_BLOCK = Struct(">4Q")  # H gives 32 bytes
_canonical = json.Encoder(order="sorted")


def canon(value: object) -> bytes:
    """Canonical JSON; on the values events hold this is RFC 8785."""
    return _canonical.encode(value)


def tag(name: str) -> bytes:
    return b"ludotheque/" + name.encode() + b"/1\x00"


def u64(n: int) -> bytes:
    return n.to_bytes(8, "big")


def sized(text: str) -> bytes:
    raw = text.encode()
    return u64(len(raw)) + raw


def commitment(table: TableId, seed: bytes) -> str:
    """C = H(tag("seed") ‖ table id ‖ S): published before anyone sits."""
    return hashlib.sha256(tag("seed") + table.encode() + seed).hexdigest()


def mix(table: TableId, seed: bytes, entropies: Iterable[str]) -> bytes:
    """K = HMAC(S, tag("mix") ‖ table id ‖ every seat's entropy, length first, in seat order)."""
    message = tag("mix") + table.encode() + b"".join(map(sized, entropies))
    return hmac.digest(seed, message, "sha256")


def join_code(table: TableId, seed: bytes) -> str:
    """What a private table asks of those who sit down; derived, so it is stored nowhere."""
    return (
        b32encode(hmac.digest(seed, tag("code") + table.encode(), "sha256"))[:10].decode().lower()
    )


def salt(seed: bytes, version: int) -> bytes:
    """salt_n = HMAC(S, tag("salt") ‖ u64(n)): without it a sealed card is found by guessing."""
    inner, outer = _salting(seed)
    inside, outside = inner.copy(), outer.copy()
    inside.update(version.to_bytes(8, "big"))
    outside.update(inside.digest())
    return outside.digest()


@lru_cache(maxsize=16_384)
def _salting(seed: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """HMAC as RFC 2104 defines it, half done: a table has one seed and very many salts."""
    padded = seed.ljust(64, b"\x00")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    inner.update(tag("salt"))
    return inner, hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))


def leaf(salt_: bytes, event: bytes) -> bytes:
    """leaf_n = H(0x00 ‖ salt_n ‖ canon(event_n))."""
    return hashlib.sha256(b"\x00" + salt_ + event).digest()


def first_head(table: TableId) -> bytes:
    """head_0 = H(tag("chain") ‖ table id)."""
    return hashlib.sha256(tag("chain") + table.encode()).digest()


def next_head(head: bytes, leaf_: bytes) -> bytes:
    """head_n = H(0x01 ‖ head_{n−1} ‖ leaf_n)."""
    return hashlib.sha256(b"\x01" + head + leaf_).digest()


def extend(head: bytes, seed: bytes, version: int, events: Iterable[bytes]) -> bytes:
    """The head after these canonical events, the first of which has number `version`."""
    for n, event in enumerate(events, version):
        head = next_head(head, leaf(salt(seed, n), event))
    return head


class Draws:
    """The Chance of a real table: every number is derived from K and a label, and written down."""

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
