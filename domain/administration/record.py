"""An act as it is stored: canonical bytes with number, time and administrator, on a hash chain."""

import hashlib
from collections.abc import Iterable

from msgspec import json

from domain.administration.acts import AnyAct
from domain.fairness.chain import canon, tag
from domain.kernel.ids import Moment
from domain.kernel.messages import Value

FIRST_HEAD = hashlib.sha256(tag("administration")).digest()


class ActRecord(Value, frozen=True):
    """An act with its number, its time, and its administrator: a player or `machine:<user>`."""

    act: AnyAct
    at: Moment
    by: str
    number: int


class StoredAct(Value, frozen=True):
    """The bytes of a record, and the head of the chain after it."""

    raw: bytes
    head: bytes


_records = json.Decoder(ActRecord)


def stored_act(head: bytes, record: ActRecord) -> StoredAct:
    """Return a record as it is stored after this head."""
    raw = canon(record)
    return StoredAct(raw, head_after(head, raw))


def head_after(head: bytes, raw: bytes) -> bytes:
    """Return H(0x11 ‖ head ‖ H(0x10 ‖ record)); nothing in it is secret, so it has no salt."""
    leaf = hashlib.sha256(b"\x10" + raw).digest()
    return hashlib.sha256(b"\x11" + head + leaf).digest()


def decode_record(raw: bytes) -> ActRecord:
    """Return the record in stored bytes."""
    return _records.decode(raw)


def first_break(acts: Iterable[StoredAct]) -> int | None:
    """Return the number of the first act that does not follow from the one before; None if all do.

    `acts` are all acts from the first on.
    """
    head = FIRST_HEAD
    for number, stored in enumerate(acts, 1):
        head = head_after(head, stored.raw)
        if head != stored.head or decode_record(stored.raw).number != number:
            return number
    return None
