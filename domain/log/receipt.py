"""Receipts: signed notes that say which head a table had at a version."""

import re
from typing import NamedTuple

from domain.kernel.ids import rfc3339
from domain.log.checkpoint import decimal
from domain.log.errors import LogError
from domain.log.note import Note, Signer, Verifier, open_note, sign

RECEIPTS = "/receipts"  # follows the origin of the log
_HEAD = re.compile(r"[0-9a-f]{64}")


class SignedReceipt(NamedTuple):
    """Two receipts with different heads for one table and version prove rewriting to anybody."""

    table: str
    version: int
    head: str
    at: str


def sign_receipt(table: str, version: int, head: bytes, at: int, signer: Signer) -> Note:
    """Return the signed note: origin, table, version, head and time, a line each."""
    lines = (signer.name, table, f"{version}", head.hex(), rfc3339(at))
    return sign("".join(f"{line}\n" for line in lines), signer)


def open_receipt(raw: bytes, key: Verifier) -> SignedReceipt:
    """Return what a receipt says; raise LogError unless this key has signed it."""
    lines = open_note(raw, key).text.split("\n")
    if len(lines) != 6 or lines[0] != key.name or not _HEAD.fullmatch(lines[3]):
        raise LogError("a receipt has an origin, a table, a version, a head and a time")
    return SignedReceipt(lines[1], decimal(lines[2]), lines[3], lines[4])
