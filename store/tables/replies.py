"""What the store replies about a table: entries of its history, and what became of an append."""

from typing import Any

from application.ports.event_log import Appended, Conflict, Duplicate, Early, KeyReused, Late, Reply
from domain.judging.stored import Entry

WITH_KEY = [b"e", b"c", b"i", b"d", b"k", b"h"]  # the fields of most entries, in their order


def stream_entries(raw: list[Any]) -> tuple[Entry, ...]:
    """Return what XRANGE has replied as entries, in their order."""
    found = []
    for id_, flat in raw:
        last, _, count = id_.partition(b"-")
        if flat[::2] == WITH_KEY:
            _, joined, _, record, _, _, _, digest, _, key, _, head = flat
        else:
            fields = dict(zip(flat[::2], flat[1::2], strict=True))
            joined, record, head = fields[b"e"], fields.get(b"c"), fields.get(b"h", b"")
            digest, key = fields.get(b"d", b""), fields.get(b"k")
        first, events = int(last) - int(count) + 1, tuple(joined.split(b"\n"))
        found.append(Entry(first, events, record, head, digest, key))
    return tuple(found)


def reply_of(reply: list[Any]) -> Reply:
    """Decode what the script says of an append."""
    match reply:
        case [b"OK", first, last]:
            return Appended(first, last)
        case [b"DUP", first, last, head]:
            return Duplicate(first, last, head)
        case [b"CONFLICT", entries]:
            return Conflict(stream_entries(entries))
        case [b"LATE"]:
            return Late()
        case [b"EARLY"]:
            return Early()
        case [b"KEY_REUSED"]:
            return KeyReused()
    raise TypeError(f"not a reply of append: {reply!r}")


def recalled(record: bytes, digest: bytes) -> Duplicate | KeyReused:
    """Decode the record of an idempotency key: `first:last:` head (32 bytes) digest."""
    first, last, rest = record.split(b":", 2)
    if rest[32:] != digest:
        return KeyReused()
    return Duplicate(int(first), int(last), rest[:32])
