"""The seed of a table: committed to before anyone sits, then mixed with the players' entropy."""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Iterable

from domain.fairness.canonical import sized, tag
from domain.kernel.ids import TableId

SEED_BYTES = 32


def commitment(table: TableId, seed: bytes) -> str:
    """Return C = H(tag("seed") ‖ table id ‖ S), which is published before anyone sits."""
    return hashlib.sha256(tag("seed") + table.encode() + seed).hexdigest()


def mix(table: TableId, seed: bytes, entropies: Iterable[str]) -> bytes:
    """Return K = HMAC(S, tag("mix") ‖ table id ‖ sized entropies in seat order)."""
    message = tag("mix") + table.encode() + b"".join(map(sized, entropies))
    return hmac.digest(seed, message, "sha256")


def join_code(table: TableId, seed: bytes) -> str:
    """Return the code of a private table; it follows from the seed and is not stored."""
    return (
        b32encode(hmac.digest(seed, tag("code") + table.encode(), "sha256"))[:10].decode().lower()
    )
