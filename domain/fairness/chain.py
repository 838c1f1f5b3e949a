"""The hash chain of a table: every head depends on the whole history before it.

A first byte separates the four uses of the hash: event leaf, event link, command leaf, command
link. The bytes 0x00 and 0x01 belong to the Merkle tree of the public log.
"""

import hashlib

from domain.fairness.canonical import tag
from domain.fairness.salts import command_salt, salt
from domain.kernel.ids import TableId


def first_head(table: TableId) -> bytes:
    """Return head_0 = H(tag("chain") ‖ table id)."""
    return hashlib.sha256(tag("chain") + table.encode()).digest()


def leaf(salt_: bytes, event: bytes) -> bytes:
    """Return leaf_n = H(0x10 ‖ salt_n ‖ canon(event_n))."""
    return hashlib.sha256(b"\x10" + salt_ + event).digest()


def next_head(head: bytes, leaf_: bytes) -> bytes:
    """Return head_n = H(0x11 ‖ previous ‖ leaf_n)."""
    return hashlib.sha256(b"\x11" + head + leaf_).digest()


def command_leaf(salt_: bytes, command: bytes) -> bytes:
    """Return H(0x12 ‖ command salt ‖ canonical record of the command)."""
    return hashlib.sha256(b"\x12" + salt_ + command).digest()


def command_head(head: bytes, leaf_: bytes) -> bytes:
    """Return H(0x13 ‖ head before the commit ‖ command leaf), which its first event follows."""
    return hashlib.sha256(b"\x13" + head + leaf_).digest()


def link(head: bytes, seed: bytes, version: int, event: bytes, command: bytes | None) -> bytes:
    """Return the head after one event; `command` is the record of the commit that it begins."""
    if command is not None:
        head = command_head(head, command_leaf(command_salt(seed, version), command))
    return next_head(head, leaf(salt(seed, version), event))
