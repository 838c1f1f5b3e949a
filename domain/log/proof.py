"""C2SP tlog-proof: one text that proves offline that an entry is in the log."""

from typing import NamedTuple

from domain.log.checkpoint import Checkpoint, decimal, open_checkpoint
from domain.log.merkle import HASH_BYTES, check_inclusion, leaf_hash
from domain.log.note import LogError, Note, Verifier, decode_base64, encode_base64
from domain.log.tiles import Tree

FIRST_LINE = "c2sp.org/tlog-proof@v1"
MOST_HASHES = 63


class Proof(NamedTuple):
    place: int  # of the entry in the log
    path: tuple[bytes, ...]
    checkpoint: bytes  # the signed note

    def __str__(self) -> str:
        hashes = "".join(encode_base64(each) + "\n" for each in self.path)
        return f"{FIRST_LINE}\nindex {self.place}\n{hashes}\n{self.checkpoint.decode()}"


def prove(tree: Tree, index: int, checkpoint: bytes) -> Proof:
    """Return the proof of an entry in the tree that a checkpoint signs."""
    return Proof(index, tuple(tree.inclusion(index)), checkpoint)


def parse_proof(text: str) -> Proof:
    """Return the parts of a proof; `extra` is ignored, as nothing vouches for it."""
    head, gap, checkpoint = text.partition("\n\n")
    first, *lines = head.split("\n")
    if lines and lines[0].startswith("extra "):
        decode_base64(lines.pop(0).removeprefix("extra "))
    if first != FIRST_LINE or not gap or not lines or not lines[0].startswith("index "):
        raise LogError("this is not a tlog-proof")
    path = tuple(decode_base64(line) for line in lines[1:])
    if len(path) > MOST_HASHES or any(len(each) != HASH_BYTES for each in path):
        raise LogError("a proof has at most 63 hashes of 32 bytes")
    return Proof(decimal(lines[0].removeprefix("index ")), path, checkpoint.encode())


def check_proof(proof: Proof, entry: bytes, key: Verifier) -> tuple[Checkpoint, Note]:
    """Return the checkpoint under which this entry is proved; raise LogError otherwise."""
    found, note = open_checkpoint(proof.checkpoint, key)
    check_inclusion(leaf_hash(entry), proof.place, found.size, found.root, proof.path)
    return found, note
