"""Stored events as the log returns them: canonical bytes in their order."""

from domain.kernel.messages import Value


class Entry(Value, frozen=True):
    """One stored event: its canonical bytes and, on the first of a commit, the command's record."""

    version: int
    event: bytes
    record: bytes | None = None
    digest: bytes = b""  # of the request body, if the command had an idempotency key


class Stored(Value, frozen=True):
    """Everything about one table, for a cold start."""

    seed: bytes
    version: int
    head: bytes
    entries: tuple[Entry, ...]
