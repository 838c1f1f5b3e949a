"""The name of every key in the store: printable, and with its hash tag saying what it holds.

The keys of one table share a partition, and so a slot. Values and the fields of hashes may be raw
bytes (heads, digests, idempotency keys): they are never listed, and hex would double their size.
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from domain.kernel.ids import PlayerId, TableId

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
    """Stream: entry `<last version>-<number of events>` holds the events of a commit.

    `append.lua` describes its fields.
    """
    return _table(table) + ":events"


def meta(table: TableId) -> str:
    """Hash: v = version, h = head (32 raw bytes), n = number of entries in the stream.

    r and d = the parts of the row (`rows/parts.py`), f = the feed entry that last changed r.
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
PRESENCE_PROCESSES = "{presence}:processes"  # sorted set, expires: process -> end of its lease
PRESENCE_CHANGES = (
    "{presence}:changes"  # stream, expires: t = a table with new streams, p = process
)
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


def player(player_id: PlayerId) -> str:
    """Hash: name, scopes (those that tokens may have), created (seconds since 1970)."""
    return "{accounts}:player:" + player_id


def token(token_hash: bytes) -> str:
    """Hash: id, player, name, scopes, created (seconds since 1970), expires (ms, or empty)."""
    return "{accounts}:token:" + token_hash.hex()


def tokens_of(player_id: PlayerId) -> str:
    """Hash: id of a token -> its hash (32 raw bytes)."""
    return "{accounts}:tokens:" + player_id


def codes_of(player_id: PlayerId) -> str:
    """Set: hashes of the recovery codes that were not used (32 raw bytes each)."""
    return "{accounts}:codes:" + player_id


def recovery_code(code_hash: bytes) -> str:
    """String: the player with this recovery code."""
    return "{accounts}:code:" + code_hash.hex()


ACCOUNT_CHANGES = (
    "{accounts}:changes"  # stream, for a minute: `token` or `expiry` hash, `player` id
)
INVITATION_USES = "{accounts}:invitations"  # hash: invitation -> how many players have used it
ACTS = "{administration}:acts"  # stream: entry `<number>-0` is an act, a = record, h = head


def ticket(word_hash: bytes) -> str:
    """String, for 30 s: the caller of a stream ticket."""
    return "{tickets}:" + word_hash.hex()


def audit(audit_id: str) -> str:
    """Hash: table, asked, touched (ms since 1970), done, total (events); report when finished."""
    return "{audits}:audit:" + audit_id


def running_audit(table: TableId) -> str:
    """String: the audit of this table that is running."""
    return "{audits}:table:" + table


SEEK_PLACES = "{seeks}:places"  # string: how many seeks were made; their order is their age
PENDING_MATCHES = "{seeks}:pending"  # sorted set: table of a match -> ms at which it is due
DUE_WEBHOOKS = "{webhooks}:due"  # sorted set: webhook -> ms since 1970 of its next attempt

ALL_WEBHOOKS = "{webhooks}:all"  # set: every webhook, and a mark once those of 0.3.0 are in it, too


def webhook(webhook_id: str) -> str:
    """Hash: body, secrets, created, disabled, and what couriers know; see `deliveries.lua`."""
    return "{webhooks}:webhook:" + webhook_id


def webhooks_of_owner(owner: PlayerId) -> str:
    """Set: the webhooks that a player has created."""
    return "{webhooks}:owner:" + owner


def deliveries(webhook_id: str) -> str:
    """Hash: delivery -> its status and body."""
    return "{webhooks}:deliveries:" + webhook_id


def delivery_places(webhook_id: str) -> str:
    """Sorted set: delivery -> its place in the log."""
    return "{webhooks}:places:" + webhook_id


def delivery_keys(webhook_id: str) -> tuple[str, ...]:
    """Return the keys of one webhook, in the order that `deliveries.lua` expects.

    After those above: sorted sets of deliveries that wait (by their due time), failed and are done
    (by their place), with a hash between them: table -> the turn that waits.
    """
    others = ("waiting", "turns", "failed", "done")
    return (
        webhook(webhook_id),
        deliveries(webhook_id),
        delivery_places(webhook_id),
        *(f"{{webhooks}}:{each}:{webhook_id}" for each in others),
    )


def quota(kind: str, caller: str) -> str:
    """Sorted set: what a caller holds -> ms since 1970 at which it ends.

    Of what may be done so often: string, ms since 1970 at which all of it may be done again. Each
    caller has a slot of its own.
    """
    return f"{{quota-{caller}}}:{kind}"


def usage(measure: str, minute: int) -> str:
    """Sorted set, expires: player or address -> how much it used in this minute since 1970."""
    return f"{{usage}}:{measure}:{minute}"


@dataclass(frozen=True)
class ReadModelKeys:
    """The keys of a read model that is kept in generations; `read_model.lua` knows them, too."""

    tag: str

    @property
    def current(self) -> str:
        """String: the generation that is served."""
        return f"{self.tag}:current"

    @property
    def next(self) -> str:
        """String: the generation that is being built."""
        return f"{self.tag}:next"

    @property
    def count(self) -> str:
        """String: how many generations were begun."""
        return f"{self.tag}:count"

    def position(self, generation: str) -> str:
        """String: the version of a generation."""
        return f"{self.tag}:{generation}:position"

    def rows(self, generation: str) -> str:
        """Hash: name of a row -> row."""
        return f"{self.tag}:{generation}:rows"

    def places(self, generation: str) -> str:
        """Hash: name of a row -> its place in the indexes."""
        return f"{self.tag}:{generation}:places"

    def index_names(self, generation: str) -> str:
        """Set: the names of the indexes."""
        return f"{self.tag}:{generation}:index_names"

    def index(self, generation: str, name: str) -> str:
        """Sorted set, all scores 0: `<order>|<name of a row>`."""
        return f"{self.tag}:{generation}:index:{name}"


TABLE_LIST = ReadModelKeys("{tables}")
NOTICES = "{tables}:notices"  # stream: s = subjects of a notice, b = its body
LOBBY_SUBJECT = "lobby"
LEADERBOARD = ReadModelKeys("{leaderboard}")
FINISHED_ORDER = "{leaderboard}:order"  # stream: entry `<place>-0` is the table with that place
FINISHED_PLACES = "{leaderboard}:known"  # hash: table -> place
FINISHED_COUNT = "{leaderboard}:placed"  # string: how many places were given
FEED_READER = "{tables}:reader"  # string, expires: the process that reads the feeds
WEBHOOK_REVISION = "{webhooks}:revision"  # string: how often the set of webhooks has changed


def positions(reader: str) -> str:
    """Hash, beside what a reader writes: partition -> last feed entry it has processed; count."""
    return f"{{{'tables' if reader == 'table_list' else reader}}}:positions"


def notices_of(subject: str) -> str:
    """Stream, expires: the last notices of a player or of the lobby; b = body."""
    return f"{NOTICES}:{subject}"
