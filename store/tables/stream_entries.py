"""Decodes the stream of a table; `append_arguments.lua` describes its fields."""

from typing import Any

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
