"""Logs that golang.org/x/mod/sumdb has made: ours have the same bytes."""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from domain.log.checkpoint import Checkpoint, open_checkpoint
from domain.log.merkle import check_consistency, check_inclusion, leaf_hash
from domain.log.note import parse_signer, parse_verifier, sign
from domain.log.tiles import Tile, Tree, grow, parse_path
from tests.support.paths import ROOT

GO = json.loads((ROOT / "tests" / "golden" / "public_log" / "vectors.json").read_text())
VECTORS = GO["vectors"]
KEY = parse_signer(GO["private"])

pytestmark = pytest.mark.parametrize("vector", VECTORS, ids=lambda each: f"{each['size']}")


@cache
def tiles_of(size: int) -> dict[Tile, bytes]:
    """Return the tiles of a log that grew by one vector after the other, as those of Go did."""
    before = max((each["size"] for each in VECTORS if each["size"] < size), default=0)
    tiles = dict(tiles_of(before)) if before else {}
    added, _ = grow(before, tiles.__getitem__, [f"entry {n}".encode() for n in range(before, size)])
    return tiles | added


def tree_of(size: int) -> Tree:
    return Tree(size, tiles_of(size).__getitem__)


def digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def joined(hashes: Sequence[bytes]) -> str:
    return digest(b"".join(hashes))


def test_the_key_is_that_of_go(vector: Any) -> None:
    assert str(KEY.verifier) == GO["verifier"]
    opened, _ = open_checkpoint(vector["checkpoint"].encode(), parse_verifier(GO["verifier"]))
    assert opened.size == vector["size"]


def test_our_checkpoint_is_that_of_go(vector: Any) -> None:
    ours = Checkpoint(KEY.name, vector["size"], tree_of(vector["size"]).root())
    assert str(sign(ours.text, KEY)) == vector["checkpoint"]


def test_our_tiles_are_those_of_go(vector: Any) -> None:
    tiles = tiles_of(vector["size"])
    found = {
        path: digest(tiles[parse_path(path.removeprefix("tile/"))]) for path in vector["tiles"]
    }
    assert found == vector["tiles"]


def test_our_proofs_are_those_of_go_and_hold(vector: Any) -> None:
    tree, size = tree_of(vector["size"]), vector["size"]
    for place, expected in vector["inclusion"].items():
        proof = tree.inclusion(int(place))
        assert joined(proof) == expected
        check_inclusion(leaf_hash(f"entry {place}".encode()), int(place), size, tree.root(), proof)
    for older, expected in vector["consistency"].items():
        proof = tree.consistency(int(older))
        assert joined(proof) == expected
        check_consistency(int(older), tree_of(int(older)).root(), size, tree.root(), proof)
