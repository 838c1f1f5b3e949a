"""The hash chain of a table: every head depends on the whole history before it."""

import hashlib
from collections.abc import Iterable

from domain.fairness.canonical import tag
from domain.fairness.salts import salt
from domain.kernel.ids import TableId


def leaf(salt_: bytes, event: bytes) -> bytes:
    """Return leaf_n = H(0x00 ‖ salt_n ‖ canon(event_n))."""
    return hashlib.sha256(b"\x00" + salt_ + event).digest()


def first_head(table: TableId) -> bytes:
    """Return head_0 = H(tag("chain") ‖ table id)."""
    return hashlib.sha256(tag("chain") + table.encode()).digest()


def next_head(head: bytes, leaf_: bytes) -> bytes:
    """Return head_n = H(0x01 ‖ head_{n−1} ‖ leaf_n)."""
    return hashlib.sha256(b"\x01" + head + leaf_).digest()


def extend(head: bytes, seed: bytes, version: int, events: Iterable[bytes]) -> bytes:
    """Return the head after these canonical events, the first of which has number `version`."""
    for n, event in enumerate(events, version):
        head = next_head(head, leaf(salt(seed, n), event))
    return head
