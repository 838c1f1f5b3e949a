"""Stored history as the log returns it: entries with canonical bytes, in their order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from domain.fairness import chain
from domain.fairness.chain import FORMAT_3, MOST_EVENTS, Format
from domain.fairness.salts import (
    SALT_BYTES,
    command_salt,
    first_salts,
    hmac_of_version,
    hmac_states,
    salt,
)
from domain.kernel.messages import Value


class Seals(NamedTuple):
    """The salts and the leaves of an entry; those of its command are None if it has none."""

    command_salt: bytes | None
    command: bytes | None
    salts: Sequence[bytes]
    leaves: Sequence[bytes]


class Entry(Value, frozen=True):
    """Events that were stored together: those of a commit, or a part of those of a long one."""

    first: int  # version of the first event
    events: tuple[bytes, ...]
    record: bytes | None = None  # of the command, on the first entry of a commit
    head: bytes = b""  # after the commit, on its last entry
    digest: bytes = b""  # of the request body, if the command had an idempotency key
    key: bytes | None = None  # the digest of that key, which is no part of the history
    format: Format = FORMAT_3

    @property
    def last(self) -> int:
        """Return the version of the last event."""
        return self.first + len(self.events) - 1

    def seals(self, seed: bytes) -> Seals:
        """Return the salts and the leaves."""
        own = [salt(seed, version) for version in range(self.first, self.last + 1)]
        leaves = [chain.leaf(*each) for each in zip(own, self.events, strict=True)]
        if self.record is None:
            return Seals(None, None, own, leaves)
        of_command = command_salt(seed, self.first)
        return Seals(of_command, chain.command_leaf(of_command, self.record), own, leaves)

    def next_head(self, head: bytes, seed: bytes) -> bytes:
        """Return the head after this entry, which follows `head`."""
        seals = self.seals(seed)
        return self.format.next_head(head, seals.command, seals.leaves)


def heads_after(head: bytes, seed: bytes, entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield the head after each of these entries, which follow `head`.

    That is `next_head` for many: their salts are made together, and no call is made for each event.
    """
    found = [*entries]
    salts, of_commands = _salts_of(seed, found), hmac_states(seed, "command-salt")
    for entry in found:
        at, events = SALT_BYTES * (entry.first - 1), entry.events
        if at < 0 or at + SALT_BYTES * len(events) > len(salts):
            head = entry.next_head(head, seed)
        else:
            leaves, command = list[bytes](), None
            for event in events:
                leaves.append(sha256(b"\x10" + salts[at : at + SALT_BYTES] + event).digest())
                at += SALT_BYTES
            if entry.record is not None:
                own = hmac_of_version(of_commands, entry.first)
                command = sha256(b"\x12" + own + entry.record).digest()
            head = entry.format.next_head(head, command, leaves)
        yield head


def _salts_of(seed: bytes, entries: Sequence[Entry]) -> bytes:
    """Return all salts up to the last event if most of them are needed; else nothing."""
    last = entries[-1].last if entries else 0
    return first_salts(seed, last) if 0 < last <= 2 * (last - entries[0].first + 1) else b""


def extend(head: bytes, seed: bytes, entries: Iterable[Entry]) -> bytes:
    """Return the head after these entries, which follow `head`."""
    for after in heads_after(head, seed, entries):
        head = after
    return head


def entries_from(
    events: Sequence[bytes],
    records: Mapping[int, bytes],
    format_: Format = FORMAT_3,
    first: int = 1,
) -> Iterator[Entry]:
    """Yield the entries of these events, without heads; `records` are by the version they begin at.

    An entry holds as many events of a commit as fit.
    """
    starts = sorted({first, *records})
    for start, end in zip(starts, (*starts[1:], first + len(events)), strict=True):
        for part in range(start, end, MOST_EVENTS):
            some = events[part - first : min(part + MOST_EVENTS, end) - first]
            yield Entry(part, tuple(some), records.get(part), format=format_)


def with_heads(head: bytes, seed: bytes, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return entries that follow `head` with the heads that they lead to, as the store has them."""
    found: list[Entry] = []
    for entry, after in zip(entries, heads_after(head, seed, entries), strict=True):
        if found and entry.record is None:  # the one before was not the last of its commit
            found[-1] = replace(found[-1], head=b"")
        found.append(replace(entry, head=after))
    return tuple(found)


def lined(events: Iterable[bytes]) -> bytes:
    """Return events as they are stored together: canonical JSON contains no line feed."""
    return b"\n".join(events)


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

    @property
    def events(self) -> tuple[bytes, ...]:
        return tuple(event for entry in self.entries for event in entry.events)
