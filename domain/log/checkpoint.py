"""C2SP tlog-checkpoint and tlog-cosignature: the signed size and root of a log."""

import re
from typing import NamedTuple

from domain.log.errors import LogError
from domain.log.merkle import EMPTY_ROOT, HASH_BYTES
from domain.log.note import (
    COSIGNATURE,
    Note,
    Signature,
    Signer,
    Verifier,
    check,
    decode_base64,
    encode_base64,
    parse_note,
)

_DECIMAL = re.compile(r"0|[1-9]\d*", re.ASCII)
LARGEST_TIME = 2**63 - 1


class Checkpoint(NamedTuple):
    """What a log commits to: the tree of this size has this root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{encode_base64(self.root)}\n"


def empty(origin: str) -> Checkpoint:
    """Return the checkpoint of a log without entries."""
    return Checkpoint(origin, 0, EMPTY_ROOT)


def decimal(text: str) -> int:
    """Return the number; only the spelling without leading zeroes is accepted."""
    if not _DECIMAL.fullmatch(text) or len(text) > 20:
        raise LogError(f"{text!r} is not a number")
    return int(text)


def parse_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint in the text of a note; extension lines are ignored."""
    lines = text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or lines[-1]:
        raise LogError("a checkpoint has an origin, a size and a root")
    root = decode_base64(lines[2])
    if len(root) != HASH_BYTES:
        raise LogError("a root has 32 bytes")
    return Checkpoint(lines[0], decimal(lines[1]), root)


def open_checkpoint(raw: bytes, key: Verifier) -> tuple[Checkpoint, Note]:
    """Return the checkpoint that this key has signed, for its own name; raise LogError if not."""
    note = parse_note(raw)
    found = parse_checkpoint(note.text)
    if found.origin != key.name or not check(note, [key]):
        raise LogError(f"the checkpoint is not signed by {key}")
    return found, note


def cosign(text: str, at: int, witness: Signer) -> Signature:
    """Return the witness's cosignature of a checkpoint at a time (seconds since 1970)."""
    signature = at.to_bytes(8, "big") + witness.sign(_cosigned(text, at))
    return Signature(witness.name, witness.verifier.id, signature)


def cosigned_at(note: Note, witness: Verifier) -> int | None:
    """Return when the witness cosigned; None if it did not. Raise LogError if it is forged."""
    if witness.type != COSIGNATURE:
        raise LogError(f"{witness} is not the key of a witness")
    for each in note.signatures:
        if each.is_by(witness):
            at = cosignature_time(each)
            message = _cosigned(note.text, at)
            if at > LARGEST_TIME or not witness.verifies(message, each.signature[8:]):
                raise LogError(f"the cosignature of {witness.name} is wrong")
            return at
    return None


def cosignature_time(cosignature: Signature) -> int:
    """Return when a witness says that it cosigned (seconds since 1970); nothing is verified."""
    return int.from_bytes(cosignature.signature[:8], "big")


def _cosigned(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()
