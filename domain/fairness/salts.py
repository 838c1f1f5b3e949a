"""Salts of events: without them a sealed event could be found by guessing."""

import hashlib
from functools import lru_cache

from domain.fairness.canonical import tag


def salt(seed: bytes, version: int) -> bytes:
    """salt_n = HMAC(S, tag("salt") ‖ u64(n))."""
    inner, outer = _hmac_states(seed)
    inside, outside = inner.copy(), outer.copy()
    inside.update(version.to_bytes(8, "big"))
    outside.update(inside.digest())
    return outside.digest()


@lru_cache(maxsize=16_384)
def _hmac_states(seed: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """Return the two halves of HMAC (RFC 2104) for one seed: a table needs very many salts."""
    padded = seed.ljust(64, b"\x00")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    inner.update(tag("salt"))
    return inner, hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
