"""The names of keys in the store: printable, and with a hash tag that says what they hold.

Here are those of tables and of the whole store; `people_keys` and `list_keys` have the others.

The keys of one table share a partition, and so a slot. Values and the fields of hashes may be raw
bytes (heads, digests, idempotency keys): they are never listed, and hex would double their size.
"""

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from domain.kernel.ids import TableId

PARTITIONS = 64


def partition(table: TableId) -> int:
    """Return the partition of a table: the first six bits of SHA-256 of its id."""
    return sha256(table.encode()).digest()[0] >> 2


def partition_tag(p: int) -> str:
    return f"{{p{p:02}}}"


@lru_cache(maxsize=65_536)
def _table(table: TableId) -> str:
    return f"{partition_tag(partition(table))}:table:{table}"


def events(table: TableId) -> str:
    """Stream: entry `<last version>-<events>` holds a commit; see `append_arguments.lua`."""
    return _table(table) + ":events"


def meta(table: TableId) -> str:
    """Hash: v = version, h = head (32 raw bytes), n = number of entries in the stream.

    r and d = the parts of the row (`rows/row.py`), f = the feed entry that last changed r.
    """
    return _table(table) + ":meta"


def idempotency(table: TableId) -> str:
    """Hash: idempotency key -> `first:last:` head digest."""
    return _table(table) + ":keys"


def seed(table: TableId) -> str:
    """String: the secret seed (32 raw bytes)."""
    return _table(table) + ":seed"


def reward_claims(table: TableId) -> str:
    """Hash: player -> the table that has claimed the rewards that the player won here."""
    return _table(table) + ":rewards"


def presence(table: TableId) -> str:
    """Sorted set, expires: `<process>.<stream>:<player>` -> ms since 1970 at which it ends."""
    return _table(table) + ":streams"


def snapshots(table: TableId, fingerprint: str) -> str:
    """Hash, expires: version -> the state that folding under these rules has led to."""
    return f"{_table(table)}:n:{fingerprint}"


def feed(p: int) -> str:
    """Stream: one entry per commit in this partition."""
    return partition_tag(p) + ":feed"


def deadlines(p: int) -> str:
    """Sorted set: table -> ms since 1970 of its deadline."""
    return partition_tag(p) + ":deadlines"


def log_queue(p: int) -> str:
    """Stream: commits whose entries (a bundle) wait for the writer of the public log."""
    return partition_tag(p) + ":log"


def logged_size(p: int) -> str:
    """String `<size>:<log>`: tables of this partition are marked with all entries below it."""
    return partition_tag(p) + ":logged"


def logged(table: TableId) -> str:
    """Hash: kind of an entry in hex -> its place in the public log, `<place>:<log>`."""
    return _table(table) + ":logged"


def tables(p: int) -> str:
    """Set: every table of this partition that is in the store."""
    return partition_tag(p) + ":tables"


def gone(p: int) -> str:
    """Hash: table that was archived -> number of its segment in the catalogue."""
    return partition_tag(p) + ":gone"


def trimmed(p: int) -> str:
    """String: the id of the last entry that was trimmed from the feed of this partition."""
    return partition_tag(p) + ":trimmed"


FORMAT = "{store}:format"  # string: the format of the histories, written at the first start
ARCHIVE_CATALOGUE = "{archive}:catalogue"  # hash: number -> name of a segment
ARCHIVE_NUMBERS = "{archive}:numbers"  # hash: name of a segment -> number
ARCHIVE_PENDING = "{archive}:pending"  # set: numbers of segments with tables still in the store
ARCHIVE_ROUND = "{archive}:round"  # string: ms since 1970 at which all that was due was archived
ARCHIVIST = "{archive}:writer"  # string, expires: the process that archives
REGISTRIES = tuple(tables(p) for p in range(PARTITIONS))
LOG_QUEUES = tuple(log_queue(p) for p in range(PARTITIONS))
LOGGED_SIZES = tuple(logged_size(p) for p in range(PARTITIONS))
LOG_WRITER = "{log}:writer"  # string, expires: the process that writes the public log
FEEDS = tuple(feed(p) for p in range(PARTITIONS))
DEADLINES = tuple(deadlines(p) for p in range(PARTITIONS))


@lru_cache(maxsize=65_536)
def append_keys(table: TableId) -> tuple[str, ...]:
    """Return the keys that an append may write, in the order that `append.lua` expects."""
    p = partition(table)
    own = (events(table), meta(table), idempotency(table), seed(table))
    return (*own, feed(p), deadlines(p), log_queue(p), tables(p), gone(p))


def table_keys(table: TableId) -> tuple[str, ...]:
    """Return the keys of one table that are deleted when it is archived.

    Claims of rewards stay: they may be made at any time later.
    """
    return (
        events(table),
        meta(table),
        idempotency(table),
        seed(table),
        logged(table),
        presence(table),
    )


class HeartbeatKeys(NamedTuple):
    heart: str  # hash: last = ms since 1970 of the last beat; seen:<machine> = `beat:steady`
    outages: str  # list: `began:ended` of the latest outages
    claims: str  # hash: number of a claimed outage -> what the processes must judge it by
    evidence: str  # hash: `<number>|<process>` -> ms that this process has measured


HEARTBEAT_PARTS = HeartbeatKeys._fields


def _heartbeat(stem: str) -> HeartbeatKeys:
    return HeartbeatKeys(*(f"{stem}:{part}" for part in HEARTBEAT_PARTS))


HEARTBEAT = _heartbeat("{heartbeat}")
# The same for each partition of a cluster, where one may be unreachable and others not.
PARTITION_HEARTBEATS = tuple(_heartbeat(partition_tag(p)) for p in range(PARTITIONS))


def audit(audit_id: str) -> str:
    """Hash: table, asked, touched (ms since 1970), done, total (events); report when finished."""
    return "{audits}:audit:" + audit_id


def running_audit(table: TableId) -> str:
    """String: the audit of this table that is running."""
    return "{audits}:table:" + table


PUBLIC_FEED = "{tables}:feed"  # stream: the commits of public tables, of all partitions
PUBLIC_TRIMMED = "{tables}:trimmed"  # string: the id of the last entry that was trimmed from it
FEED_READER = "{tables}:reader"  # string, expires: the process that reads the feeds


def positions(reader: str) -> str:
    """Hash, beside what a reader writes: partition -> last feed entry it has processed; count."""
    return f"{{{'tables' if reader == 'table_list' else reader}}}:positions"
