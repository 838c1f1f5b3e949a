"""The entries of the log: bytes that say which table stood where, and nothing about who played."""

import hashlib
from typing import Literal, NamedTuple, TypeAlias, get_args

from domain.fairness.chain import tag, u64
from domain.log.checkpoint import Checkpoint
from domain.log.errors import LogError
from domain.log.note import Verifier, parse_verifier

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
