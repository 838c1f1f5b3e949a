"""Entries and receipts of the log, without a word about who played; what a monitor finds."""

import hashlib
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias, get_args

from domain.fairness.chain import tag, u64
from domain.kernel.ids import rfc3339
from domain.log.checkpoint import Checkpoint, decimal
from domain.log.note import LogError, Note, Signer, Verifier, open_note, parse_verifier, sign

# The entries of the log: bytes that say which table stood where, and nothing about who played.

STARTED, CLOSED, SPENT, NEW_KEY, CONTINUES = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
Status: TypeAlias = Literal[
    "finished", "abandoned", "withheld", "broken", "resigned", "agreed", "cancelled", "terminated"
]
STATUSES: tuple[Status, ...] = get_args(Status)  # the byte is the place in this list, from 1


class Started(NamedTuple):
    """The head of a table after `table.started`."""

    table: bytes
    version: int
    head: bytes


class Closed(NamedTuple):
    """The head of a table after `table.closed`."""

    table: bytes
    version: int
    head: bytes
    status: Status


class Spent(NamedTuple):
    """The reward of a player from an earlier table counts at this table."""

    reward: bytes
    table: bytes


class NewKey(NamedTuple):
    """The log is also signed by this key, which replaces the former one after 30 days."""

    key: Verifier


class Continues(NamedTuple):
    """The log takes the place of another whose key was lost."""

    checkpoint: Checkpoint


Entry: TypeAlias = Started | Closed | Spent | NewKey | Continues


def table_name(table: str) -> bytes:
    """Return H(tag("log-table") ‖ T): what names a table to those who know its id."""
    return hashlib.sha256(tag("log-table") + table.encode()).digest()


def reward_name(table: str, player: str) -> bytes:
    """Return H(tag("log-reward") ‖ T ‖ player)."""
    return hashlib.sha256(tag("log-reward") + table.encode() + player.encode()).digest()


def encode_entry(entry: Entry) -> bytes:
    """Return the bytes that are hashed into the tree."""
    match entry:
        case Started(table, version, head):
            return STARTED + table + u64(version) + head
        case Closed(table, version, head, status):
            return CLOSED + table + u64(version) + head + bytes([STATUSES.index(status) + 1])
        case Spent(reward, table):
            return SPENT + reward + table
        case NewKey(key):
            return NEW_KEY + str(key).encode()
        case Continues(checkpoint):
            return CONTINUES + checkpoint.root + u64(checkpoint.size) + checkpoint.origin.encode()


def decode_entry(raw: bytes) -> Entry:
    """Return what an entry says; raise LogError for bytes that no server of ours writes."""
    kind, body = raw[:1], raw[1:]
    if kind == STARTED and len(body) == 72:
        return Started(body[:32], int.from_bytes(body[32:40], "big"), body[40:])
    if kind == CLOSED and len(body) == 73 and 1 <= body[72] <= len(STATUSES):
        version = int.from_bytes(body[32:40], "big")
        return Closed(body[:32], version, body[40:72], STATUSES[body[72] - 1])
    if kind == SPENT and len(body) == 64:
        return Spent(body[:32], body[32:])
    try:
        if kind == NEW_KEY:
            return NewKey(parse_verifier(body.decode()))
        if kind == CONTINUES and len(body) > 40:
            size = int.from_bytes(body[32:40], "big")
            return Continues(Checkpoint(body[40:].decode(), size, body[:32]))
    except UnicodeDecodeError:
        pass
    raise LogError(f"an entry that begins with {raw[:1].hex() or 'nothing'} is malformed")


# Receipts: signed notes that say which head a table had at a version.

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


# What a monitor finds in the entries of a log: a second closing, and signs of refused deals.

LONGEST_RUN = 5  # of tables in a row that closed as `withheld`
STALE_SECONDS = 30 * 24 * 3600


class Alarm(NamedTuple):
    place: int
    what: str


class Monitor:
    """Reads every entry once, in order, from the first."""

    def __init__(self, stale_seconds: int = STALE_SECONDS, longest_run: int = LONGEST_RUN) -> None:
        self.size = 0  # entries read
        self.alarms: list[Alarm] = []
        self._stale_seconds = stale_seconds
        self._longest_run = longest_run
        self._started: dict[bytes, tuple[int, int]] = {}  # open tables: place, and when seen
        self._known: dict[tuple[str, bytes], int] = {}  # kind and name: place
        self._withheld = 0  # in a row

    def read(self, raw: bytes, seen: int) -> None:
        """Read the next entry, seen at this time (seconds since 1970)."""
        place, self.size = self.size, self.size + 1
        try:
            entry = decode_entry(raw)
        except LogError as wrong:
            self._alarm(place, str(wrong))
            return
        if isinstance(entry, Started):
            self._once(place, "started", entry.table)
            self._started[entry.table] = (place, seen)
        elif isinstance(entry, Closed):
            self._once(place, "closed", entry.table)
            self._started.pop(entry.table, None)
            self._count_withheld(place, entry)
        elif isinstance(entry, Spent):
            self._once(place, "spent", entry.reward)

    def stale(self, now: int) -> Iterator[Alarm]:
        """Yield the tables that started long ago and have not closed."""
        for name, (place, seen) in self._started.items():
            if now - seen > self._stale_seconds:
                days = (now - seen) // 86_400
                yield Alarm(place, f"table {name.hex()} started {days} days ago and is not closed")

    def _once(self, place: int, kind: str, name: bytes) -> None:
        first = self._known.setdefault((kind, name), place)
        if first != place:
            self._alarm(place, f"{name.hex()} is {kind} a second time; first at {first}")

    def _count_withheld(self, place: int, entry: Closed) -> None:
        self._withheld = self._withheld + 1 if entry.status == "withheld" else 0
        if self._withheld == self._longest_run:
            self._alarm(place, f"{self._withheld} tables in a row closed as withheld")

    def _alarm(self, place: int, what: str) -> None:
        self.alarms.append(Alarm(place, what))
