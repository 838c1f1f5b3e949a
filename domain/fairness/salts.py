"""Salts of events: without a salt, a hidden event could be guessed from its hash."""

import hashlib
from functools import lru_cache

from domain.fairness.canonical import tag


def salt(seed: bytes, version: int) -> bytes:
    """Return salt_n = HMAC(S, tag("salt") ‖ u64(n))."""
    inner, outer = _hmac_states(seed)
    inside, outside = inner.copy(), outer.copy()
    inside.update(version.to_bytes(8, "big"))
    outside.update(inside.digest())
    return outside.digest()


@lru_cache(maxsize=16_384)
def _hmac_states(seed: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """Return both inner states of HMAC (RFC 2104) for a seed: cached, as tables need many salts."""
    padded = seed.ljust(64, b"\x00")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    inner.update(tag("salt"))
    return inner, hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
