"""The hash chain of a table, `ludotheque/history/3`: each head depends on all that came before it.

Events and commands have salts: without one, a hidden value could be guessed from its hash.

Its links are *entries*: the events of one commit, with its command. Only a long commit, that of a
fork, takes several. A first byte separates the uses of the hash: 0x10 leaf of an event, 0x12 leaf
of a command, 0x20 and 0x21 head. The bytes 0x00 and 0x01 belong to the tree of the public log."""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import json

from domain.kernel.ids import PlayerId, TableId

# The bytes that are hashed: canonical JSON, domain tags, lengths and counters.
#
# In all formulas here `‖` is concatenation, `u64` is eight bytes big-endian, H is SHA-256.

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


# The seed of a table: committed to before anyone sits, then mixed with sealed luck.

SEED_BYTES = 32
SANDBOX = "sandbox"  # mixed in place of the table id, so that its luck can be repeated


def commitment(table: TableId, seed: bytes) -> str:
    """Return C = H(tag("seed") ‖ table id ‖ S), which is published before anyone sits."""
    return hashlib.sha256(tag("seed") + table.encode() + seed).hexdigest()


def sealed_luck(table: TableId, player: PlayerId, share: bytes) -> str:
    """Return H(tag("share") ‖ table id ‖ player id ‖ r), with which a player commits to r."""
    return hashlib.sha256(tag("share") + table.encode() + player.encode() + share).hexdigest()


def mix(table: TableId, seed: bytes, shares: Iterable[bytes]) -> bytes:
    """Return K = HMAC(S, tag("mix") ‖ table id ‖ for each seat in order: u64(length) ‖ share).

    The share of a seat that gave no sealed luck is empty.
    """
    message = tag("mix") + table.encode() + b"".join(u64(len(share)) + share for share in shares)
    return hmac.digest(seed, message, "sha256")


def join_code(table: TableId, seed: bytes) -> str:
    """Return the code that invites to a table, 80 bits; it follows from the seed."""
    digest = hmac.digest(seed, tag("code") + table.encode(), "sha256")
    return b32encode(digest[:10]).decode().lower()


MOST_EVENTS = 256  # of an entry
SALT_BYTES = 32
_COUNTER = bytes(4)  # the first half of a u64; PBKDF2 adds the second


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


def salt(seed: bytes, version: int) -> bytes:
    """Return salt_n = HMAC(S, tag("salt") ‖ u64(n))."""
    return hmac_of_version(hmac_states(seed, "salt"), version)


def first_salts(seed: bytes, count: int) -> bytes:
    """Return salt_1 ‖ … ‖ salt_n in less than half the time that `salt` needs for each.

    With one iteration, block n of PBKDF2 (RFC 8018) is HMAC(S, what is given ‖ n as four bytes).
    """
    salted = tag("salt") + _COUNTER
    return hashlib.pbkdf2_hmac("sha256", seed, salted, 1, SALT_BYTES * count)


def command_salt(seed: bytes, first: int) -> bytes:
    """Return HMAC(S, tag("command-salt") ‖ u64(first)) for the commit that begins at `first`."""
    return hmac_of_version(hmac_states(seed, "command-salt"), first)


def hmac_of_version(states: tuple["hashlib._Hash", "hashlib._Hash"], version: int) -> bytes:
    inside, outside = states[0].copy(), states[1].copy()
    inside.update(version.to_bytes(8, "big"))
    outside.update(inside.digest())
    return outside.digest()


@lru_cache(maxsize=32_768)
def hmac_states(seed: bytes, use: str) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """Return both inner states of HMAC (RFC 2104) for a seed: cached, as tables need many salts."""
    padded = seed.ljust(64, b"\x00")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    inner.update(tag(use))
    return inner, hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))


class Seals(NamedTuple):
    """The salts and the leaves of an entry; those of its command are None if it has none."""

    command_salt: bytes | None
    command: bytes | None
    salts: Sequence[bytes]
    leaves: Sequence[bytes]


def seals_of(seed: bytes, first: int, events: Sequence[bytes], record: bytes | None) -> Seals:
    """Return the salts and the leaves of an entry that begins with the version `first`."""
    (inner, outer), salts, leaves = hmac_states(seed, "salt"), list[bytes](), list[bytes]()
    for version, event in enumerate(events, first):  # `hmac_of_version` and `leaf`, written out
        inside, outside = inner.copy(), outer.copy()
        inside.update(version.to_bytes(8, "big"))
        outside.update(inside.digest())
        salts.append(own := outside.digest())
        leaves.append(hashlib.sha256(b"\x10" + own + event).digest())
    if record is None:
        return Seals(None, None, salts, leaves)
    own = hmac_of_version(hmac_states(seed, "command-salt"), first)
    return Seals(own, hashlib.sha256(b"\x12" + own + record).digest(), salts, leaves)
