"""The hash chain of a table, `ludotheque/history/3`: each head depends on all that came before it.

Its links are *entries*: the events of one commit, with its command. Only a long commit, that of a
fork, takes several. A first byte separates the uses of the hash: 0x10 leaf of an event, 0x12 leaf
of a command, 0x20 and 0x21 head. The bytes 0x00 and 0x01 belong to the tree of the public log.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.fairness.canonical import tag
from domain.kernel.ids import TableId

MOST_EVENTS = 256  # of an entry


class Format(NamedTuple):
    """What differs between the formats of a history: its heads."""

    name: str
    # From the head before an entry, the leaf of its command (or None) and those of its events.
    next_head: Callable[[bytes, bytes | None, Sequence[bytes]], bytes]
    # The head after each event, if bundles show it; else only the end of a commit has one.
    heads: Callable[[bytes, bytes | None, Sequence[bytes]], Sequence[bytes]] | None = None


def first_head(table: TableId) -> bytes:
    """Return head_0 = H(tag("chain") ‖ table id)."""
    return hashlib.sha256(tag("chain") + table.encode()).digest()


def leaf(salt: bytes, event: bytes) -> bytes:
    """Return H(0x10 ‖ salt ‖ canonical event)."""
    return hashlib.sha256(b"\x10" + salt + event).digest()


def command_leaf(salt: bytes, record: bytes) -> bytes:
    """Return H(0x12 ‖ salt ‖ canonical record of the command)."""
    return hashlib.sha256(b"\x12" + salt + record).digest()


def next_head(head: bytes, command: bytes | None, leaves: Sequence[bytes]) -> bytes:
    """Return the head after an entry.

    That is H(0x20 ‖ head ‖ u32(count) ‖ command leaf ‖ leaves); the further entries of a commit
    have no command: H(0x21 ‖ head ‖ u32(count) ‖ leaves).
    """
    count, all_leaves = len(leaves).to_bytes(4, "big"), b"".join(leaves)
    if command is None:
        return hashlib.sha256(b"\x21" + head + count + all_leaves).digest()
    return hashlib.sha256(b"\x20" + head + count + command + all_leaves).digest()


FORMAT_3 = Format("ludotheque/history/3", next_head)
