"""The Merkle tree of RFC 6962: hashes, the ranges that proofs consist of, and their checks.

A proof is a list of hashes of ranges of entries. `inclusion_ranges` and `consistency_ranges` say
which ranges these are, so that whoever holds tiles can compute them.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.log.note import LogError, NotConsistent

EMPTY_ROOT = hashlib.sha256(b"").digest()
HASH_BYTES = 32


class Range(NamedTuple):
    """The entries `first` to `end - 1`."""

    first: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.first


def leaf_hash(entry: bytes) -> bytes:
    """Return H(0x00 ‖ entry)."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return H(0x01 ‖ left ‖ right)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """Return the largest power of two below `size`, which is at least 2."""
    return 1 << ((size - 1).bit_length() - 1)


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root over leaf hashes, or over the equally high subtrees of a tile."""
    if not leaves:
        return EMPTY_ROOT
    row = list(leaves)
    while len(row) > 1:
        pairs = [node_hash(row[i], row[i + 1]) for i in range(0, len(row) - 1, 2)]
        row = [*pairs, row[-1]] if len(row) % 2 else pairs
    return row[0]


def full_subtrees(part: Range) -> Iterator[Range]:
    """Yield the complete subtrees of a range, from left to right."""
    first = part.first
    while first < part.end:
        size = 1 << ((part.end - first).bit_length() - 1)
        yield Range(first, first + size)
        first += size


def join(hashes: Sequence[bytes]) -> bytes:
    """Return the hash of neighbours that become smaller from left to right."""
    joined = hashes[-1]
    for left in reversed(hashes[:-1]):
        joined = node_hash(left, joined)
    return joined


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """Return the ranges of PATH(index, D[size]), from the sibling of the leaf upwards."""
    if not 0 <= index < size:
        raise LogError(f"entry {index} is not in a tree of {size}")
    found: list[Range] = []
    whole = Range(0, size)
    while whole.size > 1:
        middle = whole.first + split(whole.size)
        left, right = Range(whole.first, middle), Range(middle, whole.end)
        whole, sibling = (left, right) if index < middle else (right, left)
        found.append(sibling)
    return found[::-1]


def consistency_ranges(old: int, size: int) -> list[Range]:
    """Return the ranges of PROOF(old, D[size]); none if `old` is 0 or `size`."""
    if not 0 <= old <= size:
        raise LogError(f"a tree of {old} is not the beginning of one of {size}")
    if old in (0, size):
        return []
    found: list[Range] = []
    whole, is_old_tree = Range(0, size), True
    while whole.end != old:
        middle = whole.first + split(whole.size)
        left, right = Range(whole.first, middle), Range(middle, whole.end)
        if old <= middle:
            whole, sibling = left, right
        else:
            whole, sibling, is_old_tree = right, left, False
        found.append(sibling)
    if not is_old_tree:
        found.append(whole)
    return found[::-1]


def check_inclusion(
    leaf: bytes, index: int, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    """Raise LogError unless the proof leads from the leaf hash to the root."""
    ranges = inclusion_ranges(index, size)
    if len(proof) != len(ranges):
        raise LogError(f"the proof has {len(proof)} hashes, and {len(ranges)} are needed")
    for sibling, hashed in zip(ranges, proof, strict=True):
        leaf = node_hash(hashed, leaf) if sibling.first < index else node_hash(leaf, hashed)
    if leaf != root:
        raise LogError(f"the proof of entry {index} does not lead to the root of the checkpoint")


def check_consistency(
    old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    """Raise NotConsistent unless the tree of `size` begins with that of `old`."""
    ranges = consistency_ranges(old, size)
    if len(proof) != len(ranges):
        raise NotConsistent(f"the proof has {len(proof)} hashes, and {len(ranges)} are needed")
    if old == 0 and old_root != EMPTY_ROOT:
        raise NotConsistent("the root of the empty tree is wrong")
    if old == size and old_root != root:
        raise NotConsistent(f"two trees of {size} entries have different roots")
    if not ranges:
        return
    if _folded(old, old_root, ranges, proof) != (old_root, root):
        raise NotConsistent(f"the tree of {size} entries does not begin with that of {old}")


def _folded(
    old: int, old_root: bytes, ranges: Sequence[Range], proof: Sequence[bytes]
) -> tuple[bytes, bytes]:
    """Return both roots that the proof leads to."""
    if ranges[0].end == old:
        before = after = proof[0]
        rest = zip(ranges[1:], proof[1:], strict=True)
    else:
        before = after = old_root
        rest = zip(ranges, proof, strict=True)
    for sibling, hashed in rest:
        if sibling.first < old:
            before, after = node_hash(hashed, before), node_hash(hashed, after)
        else:
            after = node_hash(after, hashed)
    return before, after


class Frontier:
    """A tree that is built entry by entry; of its hashes it keeps as few as it can."""

    def __init__(self) -> None:
        self.size = 0
        self._subtrees: list[bytes] = []  # complete ones, from the largest to the smallest

    def add(self, entry: bytes) -> None:
        """Append an entry."""
        hashed, size = leaf_hash(entry), self.size
        while size & 1:
            hashed, size = node_hash(self._subtrees.pop(), hashed), size >> 1
        self._subtrees.append(hashed)
        self.size += 1

    def root(self) -> bytes:
        """Return the root of the tree so far."""
        return join(self._subtrees) if self._subtrees else EMPTY_ROOT
