"""Every key has its name from here; the keys of one table share a partition, and so a slot."""

from functools import lru_cache
from hashlib import sha256

from domain.kernel.ids import TableId

PARTITIONS = 64


def partition(table: TableId) -> int:
    """The first six bits of SHA-256 of the table's id."""
    return sha256(table.encode()).digest()[0] >> 2


def tag(p: int) -> str:
    return f"{{p{p:02}}}"


@lru_cache(maxsize=65_536)
def stem(table: TableId) -> str:
    return f"{tag(partition(table))}:t:{table}"


def events(table: TableId) -> str:
    """Stream: entry `<version>-0` is the event of that version."""
    return stem(table) + ":e"


def meta(table: TableId) -> str:
    """Hash: v = version, h = head (32 raw bytes)."""
    return stem(table) + ":m"


def idempotency(table: TableId) -> str:
    """Hash: idempotency key -> `first:last:` head digest."""
    return stem(table) + ":k"


def seed(table: TableId) -> str:
    return stem(table) + ":s"


def feed(p: int) -> str:
    """Stream: one entry per commit in this partition."""
    return tag(p) + ":feed"


def deadlines(p: int) -> str:
    """Sorted set: table -> ms since 1970 at which it wants a time-out."""
    return tag(p) + ":due"


FEEDS = tuple(feed(p) for p in range(PARTITIONS))
DEADLINES = tuple(deadlines(p) for p in range(PARTITIONS))
DUE_DELIVERIES = "{hooks}:due"  # sorted set: `<webhook>|<delivery>` -> ms since 1970


@lru_cache(maxsize=65_536)
def append_keys(table: TableId) -> tuple[str, ...]:
    """The keys an append may write, in the order `append.lua` expects them."""
    p = partition(table)
    return (events(table), meta(table), idempotency(table), seed(table), feed(p), deadlines(p))


HEARTBEAT = "{clock}:pulse"  # string: ms since 1970 at which somebody last reached the store
OUTAGES = "{clock}:outages"  # list: `began:ended` of the latest times without a pulse
# The same for each partition, where one may be away while the others are there.
PARTITION_HEARTBEATS = tuple((tag(p) + ":pulse", tag(p) + ":outages") for p in range(PARTITIONS))


def player(player_id: str) -> str:
    """Hash: name, token (its hash), created (ms since 1970)."""
    return "{acc}:p:" + player_id


def token(token_hash: bytes) -> bytes:
    """String: the player this token belongs to."""
    return b"{acc}:t:" + token_hash


def audit(audit_id: str) -> str:
    """Hash: table, asked, touched (ms since 1970), done, total (events), report when it is done."""
    return "{aud}:a:" + audit_id


def running_audit(table: TableId) -> str:
    """String: the audit of this table that is under way."""
    return "{aud}:t:" + table


def ticket(word_hash: bytes) -> bytes:
    """String, for half a minute: whom a stream ticket stands for."""
    return b"{tickets}:" + word_hash


def presence(table: TableId) -> str:
    """Sorted set: an open stream -> ms since 1970 at which it is forgotten."""
    return stem(table) + ":here"
