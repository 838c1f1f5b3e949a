"""The commits of a stored history, and what the store derives from them."""

from collections.abc import Iterable, Sequence

from domain.audit.decoded_history import commands_of
from domain.audit.format import CommandRecord
from domain.fairness.chain import first_head, links
from domain.judging.stored import Entry, Stored
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
    after = tuple(links(first_head(table), stored.seed, stored.entries))
    return commits(commands_of(stored.entries), stored.entries, after)


def commits(
    commands: Iterable[CommandRecord], entries: Sequence[Entry], after: Sequence[bytes]
) -> tuple[StoredCommit, ...]:
    """Return the commits of these commands; `after` has the head after each entry."""
    found = []
    for line in commands:
        head, first = after[line.last - 1], entries[line.first - 1]
        found.append(StoredCommit(line.first, line.last, head, first.key, first.digest, line.at))
    return tuple(found)


def idempotency_records(commits: Iterable[StoredCommit]) -> dict[bytes, bytes]:
    """Return the records of all idempotency keys, as `append.lua` has written them."""
    return {
        one.key: b"%d:%d:%b%b" % (one.first, one.last, one.head, one.digest)
        for one in commits
        if one.key is not None
    }
