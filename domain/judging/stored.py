"""Stored events as the log returns them: canonical bytes in their order."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.fairness import chain
from domain.kernel.messages import Value


class Entry(Value, frozen=True):
    """One stored event: its canonical bytes and, on the first of a commit, the command's record."""

    version: int
    event: bytes
    record: bytes | None = None
    digest: bytes = b""  # of the request body, if the command had an idempotency key
    key: bytes | None = None  # the digest of that key, which is no part of the history


def extend(head: bytes, seed: bytes, entries: Sequence[Entry]) -> bytes:
    """Return the chain head after these entries, which follow `head`."""
    for after in chain.links(head, seed, entries):
        head = after
    return head


class Ancestor(Value, frozen=True):
    """A table that a fork descends from, up to the version at which it was left."""

    table: str
    seed: bytes
    version: int
    head: bytes
    records: tuple[bytes, ...]  # of its commands, as they were hashed


class RowParts(NamedTuple):
    """The row of a table as it is stored beside its head; see `rows/parts.py`."""

    lasting: bytes  # what indexes and the lobby need; written when it changes
    moving: bytes  # what moves change


class Stored(Value, frozen=True):
    """Everything about one table, for a cold start."""

    seed: bytes
    version: int
    head: bytes
    entries: tuple[Entry, ...]
    ancestors: tuple[Ancestor, ...] = ()  # of a fork, oldest first; loaded only to judge it
    row: RowParts | None = None
