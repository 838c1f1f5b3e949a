"""Salts of events and commands: without a salt, a hidden value could be guessed from its hash."""

import hashlib
from functools import lru_cache

from domain.fairness.canonical import tag

SALT_BYTES = 32
_COUNTER = bytes(4)  # the first half of a u64; PBKDF2 adds the second


def salt(seed: bytes, version: int) -> bytes:
    """Return salt_n = HMAC(S, tag("salt") ‖ u64(n))."""
    return hmac_of_version(hmac_states(seed, "salt"), version)


def first_salts(seed: bytes, count: int) -> bytes:
    """Return salt_1 ‖ … ‖ salt_n in less than half the time that `salt` needs for each.

    With one iteration, block n of PBKDF2 (RFC 8018) is HMAC(S, what is given ‖ n as four bytes).
    """
    salted = tag("salt") + _COUNTER
    return hashlib.pbkdf2_hmac("sha256", seed, salted, 1, SALT_BYTES * count)


def command_salt(seed: bytes, first: int) -> bytes:
    """Return HMAC(S, tag("command-salt") ‖ u64(first)) for the commit that begins at `first`."""
    return hmac_of_version(hmac_states(seed, "command-salt"), first)


def hmac_of_version(states: tuple["hashlib._Hash", "hashlib._Hash"], version: int) -> bytes:
    inside, outside = states[0].copy(), states[1].copy()
    inside.update(version.to_bytes(8, "big"))
    outside.update(inside.digest())
    return outside.digest()


@lru_cache(maxsize=32_768)
def hmac_states(seed: bytes, use: str) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """Return both inner states of HMAC (RFC 2104) for a seed: cached, as tables need many salts."""
    padded = seed.ljust(64, b"\x00")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    inner.update(tag(use))
    return inner, hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
