"""The building blocks of the fairness protocol, written a second time from its description."""

import hashlib
import hmac

TABLE, SEED, KEY = "table" + "a" * 21, bytes(range(32)), b"K" * 32


def mac(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA-256."""
    return hmac.new(key, message, hashlib.sha256).digest()
