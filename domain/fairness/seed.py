"""The seed of a table: committed to before anyone sits, then mixed with sealed luck."""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Iterable

from domain.fairness.canonical import tag, u64
from domain.kernel.ids import PlayerId, TableId

SEED_BYTES = 32
SANDBOX = "sandbox"  # mixed in place of the table id, so that its luck can be repeated


def commitment(table: TableId, seed: bytes) -> str:
    """Return C = H(tag("seed") ‖ table id ‖ S), which is published before anyone sits."""
    return hashlib.sha256(tag("seed") + table.encode() + seed).hexdigest()


def sealed_luck(table: TableId, player: PlayerId, share: bytes) -> str:
    """Return H(tag("share") ‖ table id ‖ player id ‖ r), with which a player commits to r."""
    return hashlib.sha256(tag("share") + table.encode() + player.encode() + share).hexdigest()


def mix(table: TableId, seed: bytes, shares: Iterable[bytes]) -> bytes:
    """Return K = HMAC(S, tag("mix") ‖ table id ‖ for each seat in order: u64(length) ‖ share).

    The share of a seat that gave no sealed luck is empty.
    """
    message = tag("mix") + table.encode() + b"".join(u64(len(share)) + share for share in shares)
    return hmac.digest(seed, message, "sha256")


def join_code(table: TableId, seed: bytes) -> str:
    """Return the code that invites to a table, 80 bits; it follows from the seed."""
    digest = hmac.digest(seed, tag("code") + table.encode(), "sha256")
    return b32encode(digest[:10]).decode().lower()
