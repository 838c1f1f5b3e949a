"""The command that stores a commit, and what its replies mean."""

from typing import Any

from application.ports.event_log import (
    Appended,
    Conflict,
    Duplicate,
    Early,
    KeyReused,
    Late,
    Reply,
)
from domain.fairness.chain import MOST_EVENTS
from domain.judging.commit import Commit
from domain.judging.stored import lined
from store import keyspace
from store.client.connection import Argument
from store.lua.functions import name_of
from store.tables.stream_entries import stream_entries

_NAME = name_of("append")


def append_command(commit: Commit) -> tuple[Argument, ...]:
    """Return the command that stores a commit."""
    events = commit.events
    keys = keyspace.append_keys(commit.table)
    return (
        "FCALL",
        _NAME,
        len(keys),
        *keys,
        commit.table,
        commit.expected,
        commit.head,
        commit.next_head,
        commit.id,
        commit.record,
        commit.key or b"",
        commit.digest,
        *["" if ms is None else ms for ms in (commit.not_before, commit.not_after, commit.due)],
        commit.seed or b"",
        *(commit.log, commit.lasting, commit.moving, commit.notes),
        *[lined(events[at : at + MOST_EVENTS]) for at in range(0, len(events), MOST_EVENTS)],
    )


def reply_of(reply: list[Any]) -> Reply:
    """Decode what the script says of an append."""
    match reply:
        case [b"OK", first, last]:
            return Appended(first, last)
        case [b"DUP", first, last, head]:
            return Duplicate(first, last, head)
        case [b"CONFLICT", entries]:
            return Conflict(stream_entries(entries))
        case [b"LATE"]:
            return Late()
        case [b"EARLY"]:
            return Early()
        case [b"KEY_REUSED"]:
            return KeyReused()
    raise TypeError(f"not a reply of append: {reply!r}")


def recalled(record: bytes, digest: bytes) -> Duplicate | KeyReused:
    """Decode the record of an idempotency key: `first:last:` head (32 bytes) digest."""
    first, last, rest = record.split(b":", 2)
    if rest[32:] != digest:
        return KeyReused()
    return Duplicate(int(first), int(last), rest[:32])
