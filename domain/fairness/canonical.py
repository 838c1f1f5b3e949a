"""The bytes that are hashed: canonical JSON, domain tags, lengths and counters.

In all formulas of this package `‖` is concatenation, `u64` is eight bytes big-endian, H is SHA-256.
"""

from collections.abc import Callable, Sequence

from msgspec import json

_canonical = json.Encoder(order="sorted")
# Returns canonical JSON; for the values that events hold this is RFC 8785.
canon: Callable[[object], bytes] = _canonical.encode
# Returns the canonical JSON of each value, with a line feed after each.
canon_lines: Callable[[Sequence[object]], bytes] = _canonical.encode_lines


def tag(name: str) -> bytes:
    """Return the prefix that separates one use of a hash from all others."""
    return b"ludotheque/" + name.encode() + b"/1\x00"


def u64(n: int) -> bytes:
    """Return a number as eight bytes, big-endian."""
    return n.to_bytes(8, "big")


def sized(text: str) -> bytes:
    """Return the UTF-8 bytes of a text, preceded by their number."""
    raw = text.encode()
    return u64(len(raw)) + raw
