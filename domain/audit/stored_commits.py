"""The commits of a stored history, and what the store derives from them."""

from collections.abc import Iterable

from domain.audit.ledger import commands_of
from domain.fairness.chain import first_head
from domain.judging.stored import Stored, extend
from domain.kernel.messages import Value


class StoredCommit(Value, frozen=True):
    """The versions that one command has caused, the head after them, and its idempotency key."""

    first: int
    last: int
    head: bytes
    key: bytes | None = None  # as a digest
    digest: bytes = b""
    at: str = ""  # when it was judged


def commits_of(table: str, stored: Stored) -> tuple[StoredCommit, ...]:
    """Return the commits of a sound history in order; raise CheckFailed if one is unreadable."""
    found, head = [], first_head(table)
    for line in commands_of(stored.entries):
        entries = stored.entries[line.first - 1 : line.last]
        head = extend(head, stored.seed, entries)
        key, digest = entries[0].key, entries[0].digest
        found.append(StoredCommit(line.first, line.last, head, key, digest, line.at))
    return tuple(found)


def idempotency_records(commits: Iterable[StoredCommit]) -> dict[bytes, bytes]:
    """Return the records of all idempotency keys, as `append.lua` has written them."""
    return {
        one.key: b"%d:%d:%b%b" % (one.first, one.last, one.head, one.digest)
        for one in commits
        if one.key is not None
    }
