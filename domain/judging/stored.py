"""Stored history as the log returns it: entries with canonical bytes, in their order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from struct import iter_unpack
from typing import NamedTuple

from msgspec.structs import replace

from domain.fairness.chain import (
    FORMAT_3,
    MOST_EVENTS,
    SALT_BYTES,
    Format,
    Seals,
    first_salts,
    hmac_of_version,
    hmac_states,
    seals_of,
)
from domain.kernel.messages import Value


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
        return seals_of(seed, self.first, self.events, self.record)

    def next_head(self, head: bytes, seed: bytes) -> bytes:
        """Return the head after this entry, which follows `head`."""
        seals = self.seals(seed)
        return self.format.next_head(head, seals.command, seals.leaves)


def heads_after(head: bytes, seed: bytes, entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield the head after each of these entries, which follow `head` and each other.

    That is `next_head` for many: their salts are made together, and no call is made for each event.
    """
    found = [*entries]
    salts, of_commands = _salts_of(seed, found), hmac_states(seed, "command-salt")
    for entry in found:
        events, record, command = entry.events, entry.record, None
        leaves = [
            sha256(b"\x10" + salt + event).digest()
            for event, (salt,) in zip(events, salts, strict=False)
        ]
        if len(leaves) < len(events):  # salts are not made together
            head = entry.next_head(head, seed)
        else:
            if record is not None:
                own = hmac_of_version(of_commands, entry.first)
                command = sha256(b"\x12" + own + record).digest()
            head = entry.format.next_head(head, command, leaves)
        yield head


def _salts_of(seed: bytes, entries: Sequence[Entry]) -> Iterator[tuple[bytes]]:
    """Yield the salts of all events if most of those up to the last are needed; else none."""
    first, last = (entries[0].first, entries[-1].last) if entries else (1, 0)
    made = first_salts(seed, last) if 0 < first <= last <= 2 * (last - first + 1) else b""
    return iter_unpack(f"{SALT_BYTES}s", made[SALT_BYTES * (first - 1) :])


def extend(head: bytes, seed: bytes, entries: Iterable[Entry]) -> bytes:
    """Return the head after these entries, which follow `head`."""
    for after in heads_after(head, seed, entries):
        head = after
    return head


def entries_from(
    events: Sequence[bytes],
    records: Mapping[int, bytes],
    format_: Format = FORMAT_3,
) -> Iterator[Entry]:
    """Yield the entries of a whole history, without heads; `records` are by their first version."""
    starts = sorted({1, *records})
    for start, end in zip(starts, (*starts[1:], len(events) + 1), strict=True):
        for entry in entries_of_commit(start, events[start - 1 : end - 1], records.get(start)):
            yield entry if format_ is FORMAT_3 else replace(entry, format=format_)


def entries_of_commit(first: int, events: Sequence[bytes], record: bytes | None) -> Iterator[Entry]:
    """Yield the entries of one commit, without heads; each holds as many events as fit."""
    for at in range(0, len(events), MOST_EVENTS):
        yield Entry(first + at, tuple(events[at : at + MOST_EVENTS]), None if at else record)


def with_heads(head: bytes, seed: bytes, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return entries that follow `head` with the heads that they lead to, as the store has them."""
    found: list[Entry] = []
    for entry, after in zip(entries, heads_after(head, seed, entries), strict=True):
        if found and entry.record is None:  # the one before was not the last of its commit
            found[-1] = replace(found[-1], head=b"")
        found.append(replace(entry, head=after))
    return tuple(found)


# Returns events as they are stored together: canonical JSON contains no line feed.
lined: Callable[[Iterable[bytes]], bytes] = b"\n".join


class Ancestor(Value, frozen=True):
    """A table that a fork descends from, up to the version at which it was left."""

    table: str
    seed: bytes
    version: int
    head: bytes
    records: tuple[bytes, ...]  # of its commands, as they were hashed


class RowParts(NamedTuple):
    """The row of a table as it is stored beside its head; see `rows/row.py`."""

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
