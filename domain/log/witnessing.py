"""C2SP tlog-witness: which checkpoints a witness may cosign."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from domain.log.checkpoint import Checkpoint, decimal, parse_checkpoint
from domain.log.merkle import EMPTY_ROOT, check_consistency
from domain.log.note import (
    LogError,
    NotConsistent,
    Note,
    Verifier,
    check,
    decode_base64,
    parse_note,
)

MOST_HASHES = 63


class Refusal(Exception):
    """The witness does not cosign; `status` is that of its answer."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Conflict(Refusal):
    """The old size is not that of the latest checkpoint, which is returned instead."""

    def __init__(self, size: int) -> None:
        super().__init__(409, f"{size}")


class Request(NamedTuple):
    old: int
    proof: list[bytes]
    checkpoint: Checkpoint
    note: Note


def parse_request(body: bytes) -> Request:
    """Return the parts of an `add-checkpoint` request; raise Refusal if it is malformed."""
    head, gap, rest = body.partition(b"\n\n")
    first, *lines = head.decode(errors="replace").split("\n")
    if not gap or not first.startswith("old ") or len(lines) > MOST_HASHES:
        raise Refusal(400, "a request is an old size, hashes, an empty line and a checkpoint")
    try:
        note = parse_note(rest)
        proof = [decode_base64(line) for line in lines]
        return Request(
            decimal(first.removeprefix("old ")), proof, parse_checkpoint(note.text), note
        )
    except LogError as wrong:
        raise Refusal(400, str(wrong)) from None


def judge_request(
    request: Request, keys: Iterable[Verifier], latest: Callable[[str], Checkpoint | None]
) -> None:
    """Raise Refusal unless the checkpoint is signed and continues the latest that was cosigned."""
    checkpoint = request.checkpoint
    known = [key for key in keys if key.name == checkpoint.origin]
    if not known:
        raise Refusal(404, f"the log {checkpoint.origin} is not known here")
    try:
        signed = check(request.note, known)
    except LogError as wrong:
        raise Refusal(403, str(wrong)) from None
    if not signed:
        raise Refusal(403, "no signature of a known key")
    if request.old > checkpoint.size:
        raise Refusal(400, "the old size is larger than the checkpoint")
    before = latest(checkpoint.origin) or Checkpoint(checkpoint.origin, 0, EMPTY_ROOT)
    if request.old != before.size:
        raise Conflict(before.size)
    if checkpoint.size == 0 and checkpoint.root != EMPTY_ROOT:
        raise Refusal(422, "the root of the empty tree is wrong")
    try:
        check_consistency(before.size, before.root, checkpoint.size, checkpoint.root, request.proof)
    except NotConsistent as wrong:
        raise Refusal(422, str(wrong)) from None
