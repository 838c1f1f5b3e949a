"""The hash chain of a table: every head depends on the whole history before it.

A first byte separates the four uses of the hash: event leaf, event link, command leaf, command
link. The bytes 0x00 and 0x01 belong to the Merkle tree of the public log.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Protocol

from domain.fairness.canonical import tag
from domain.fairness.salts import SALT_BYTES, command_salt, first_salts, salt
from domain.kernel.ids import TableId


class Linked(Protocol):
    """An event on the chain; `record` is that of the command whose commit it begins."""

    @property
    def version(self) -> int: ...
    @property
    def event(self) -> bytes: ...
    @property
    def record(self) -> bytes | None: ...


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


def links(head: bytes, seed: bytes, events: Sequence[Linked]) -> Iterator[bytes]:
    """Yield the head after each of these events: `link` for many, without a call for each hash."""
    salts = _salts_of(seed, events)
    sha256 = hashlib.sha256
    for each in events:
        version, record = each.version, each.record
        if record is not None:
            head = command_head(head, command_leaf(command_salt(seed, version), record))
        end = SALT_BYTES * version
        own = salts[end - SALT_BYTES : end] or salt(seed, version)
        hashed = sha256(b"\x10" + own + each.event).digest()
        head = sha256(b"\x11" + head + hashed).digest()
        yield head


def _salts_of(seed: bytes, events: Sequence[Linked]) -> bytes:
    """Return all salts up to the last event if most of them are needed; else nothing."""
    last = events[-1].version if events else 0
    return first_salts(seed, last) if 0 < last <= 2 * len(events) else b""
