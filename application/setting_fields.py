"""Every setting: a field with its kind and default, and its effect in the text below it.

Its variable is `LUDOTHEQUE_` and the name of the field. The text says the default if the value
does not. `None` switches a limit off.
"""

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from application import setting_values as values
from application.webhooks.policy import MOST_WAITING, PORTS

FSYNC = {
    "always": "every acknowledged event is on disk",
    "everysec": "a crash of the machine may lose the last second",
    "no": "the operating system decides when to write",
}

STORE_SECONDS = 0.9


class SettingFields(Struct, frozen=True, kw_only=True):
    # Where the API listens, in how many processes, and which proxies it trusts.
    host: values.Text = "127.0.0.1"
    """The address the API listens on."""
    port: values.Port = 8000
    """The port the API listens on."""
    prefix: values.Prefix = ""
    """The path below which everything is served, such as `/ludo`. The proxy before the server
    must leave it in the path."""
    processes: values.Processes = 1
    """The number of server processes, which share the limits that each counts by itself.
    `ludotheque serve` starts so many behind HAProxy."""
    socket: values.Place | None = None
    """A unix socket that the API listens on instead of `PORT`. Connections on it are trusted
    like those of a trusted proxy."""
    trusted_proxies: values.Proxies = ()
    """The addresses and networks of proxies whose header names the address of the client."""
    proxy_header: Annotated[str, values.one_of("X-Forwarded-For", "Forwarded")] = "X-Forwarded-For"
    """The header of these proxies, `X-Forwarded-For` or `Forwarded`; the other is ignored."""
    metrics_address: values.Listen | None = None
    """The `host:port` that serves `/metrics` instead of the public address. Default: the public
    address."""
    cors_origins: values.Words = frozenset()
    """Origins whose web pages may call the API, separated by spaces or commas; `*` for all,
    `loopback` for pages on this machine (any port; the default of `make serve`)."""

    # The store.
    redis_url: values.StoreUrl | None = None
    """The URL of your Redis 7 or Valkey with AOF: `redis://`, `unix://`, or a cluster as
    `redis+cluster://host:port,host:port`. Default: embedded."""
    replicas: values.Replicas = 0
    """How many replicas must have a command before the server acknowledges it, `0` or `1`. With
    `1`, each server of your store needs exactly one replica."""
    queue_url: values.Text | None = None
    """The URL of the job queue (rq). Required with a cluster, which cannot hold the queue.
    Default: database 1 of the store."""
    var: values.Place = Path("var")
    """The data directory of the embedded store. Default: ./var."""
    fsync: Annotated[str, values.one_of(*FSYNC)] = "always"
    """When the embedded store writes events to disk: `always`, `everysec` or `no`."""
    maxmemory: values.Size | None = None
    """The memory limit of the embedded store, such as `512M` or `2G`; beyond it, writes fail.
    Default: half of the machine or cgroup."""
    memory_red: values.Percent = 90
    """The percentage of its memory limit at which the store makes readiness fail."""
    disk_red: values.Size = 256 << 20
    """Readiness fails if the disk of a store on this machine has less free space."""
    disk_hold: values.Size = 64 << 20
    """The embedded store refuses writes while its disk has less free space."""
    start_seconds: values.Seconds = 120.0
    """Seconds without progress in loading after which the embedded store is restarted."""
    store_seconds: values.StoreSeconds = STORE_SECONDS
    """Seconds to wait for the store before the API returns 503."""
    cached_tables: values.Whole = 10_000
    """The number of tables that one server process keeps in memory."""
    scrub_hours: values.Hours = 24
    """Hours between two checks of every table for damage; `0` for never."""
    audit_patience: values.Whole = 30
    """Seconds without progress after which an audit is started again."""
    stream_seconds: values.Seconds = 60.0
    """Seconds after which a stream ends, unless the request has `max_seconds`."""
    heartbeat_seconds: values.Seconds = 15.0
    """Seconds between two comments on an idle stream."""
    slow_seconds: values.Seconds = 10.0
    """Seconds without a read by the client after which a stream ends."""
    limits: values.Switch = True
    """`off` switches off all limits that are not set by a variable of their own."""
    public_log: values.Place | None = None
    """The folder of the public log, which the API and the log writer share. Default: `log` in
    LUDOTHEQUE_VAR."""
    public_log_keys: values.Place | None = None
    """The folder of `log.key` and `receipts.key`; a missing key is made at the first start.
    Default: `keys` in the folder of the log."""
    public_log_origin: values.Text | None = None
    """The name of the public log for ever: its URL without scheme, such as `example.org/log`.
    Default: made at the first start."""
    public_log_seconds: values.Seconds = 5.0
    """Seconds between two checkpoints of the public log."""
    witnesses: values.Place | None = None
    """A C2SP policy file; the log asks each `witness` with a URL in it for cosignatures."""
    log_format: Annotated[str, values.one_of("text", "json")] = "text"
    """The format of log lines on stderr: `text` or `json`."""
    access_log: values.Switch = False
    """`on` logs a line per request: method, route, status and duration."""
    sandbox: values.Switch = False
    """`on` allows sandboxes: tables with fixed luck and a clock moved by hand, for tests of
    clients. Leave it off in production. Default: off, and on with `make serve`."""

    # The archive, and how long commits stay in the feeds.
    archive: values.Text | None = None
    """The folder or the URL (`s3://`, `gs://`, `az://`) of the archive, which all processes
    share. Default: `archive` in LUDOTHEQUE_VAR."""
    archive_index: values.Place | None = None
    """The file of this machine's index of the archive, which can be rebuilt at any time.
    Default: `archive.sqlite` in LUDOTHEQUE_VAR."""
    archive_hours: values.Amount = 24.0
    """Hours after its end at which a table leaves the store for the archive; `off` for never."""
    segment_hours: values.Amount = 24.0
    """Hours that a table waits for further tables of its game, to share a file of the archive."""
    segment_tables: values.Whole = 1_000
    """The number of tables in one file of the archive; then no table waits for another."""
    archive_pause: values.Amount = 60.0
    """Seconds between two searches for tables to archive."""
    feed_seconds: values.Amount = 7 * 24 * 3600.0
    """Seconds that commits stay in the public feed; an older cursor gets 410."""

    # Webhooks: where they may lead, and how many deliveries wait.
    webhooks_loopback: values.Switch = False
    """`1` allows webhooks to this machine, for development."""
    webhooks_ports: values.Ports = PORTS
    """The ports that the addresses of webhooks may have."""
    webhooks_waiting: values.Whole = MOST_WAITING
    """How many deliveries of one webhook may wait; one more disables it."""
    webhooks_dns: values.NameServer | None = None
    """The name server for the hosts of webhooks, `<IP address>:<port>`. Default: those of the
    machine."""

    # What one caller, and all callers together, can make an API process hold.
    connections: values.Whole = 12_000
    """The maximum number of connections per process; the limit of open files may lower it."""
    connections_per_address: values.Whole = 2_000
    """The maximum number of connections per address and process; see LARGE_ADDRESSES. This machine
    and trusted proxies have no such limit."""
    request_seconds: values.Seconds = 20.0
    """Seconds within which a request must arrive before the API returns 408."""
    idle_seconds: values.Whole = 5
    """Seconds that a connection without a request stays open. Behind a proxy, let the proxy
    close its connections first: a request that meets a closing one is lost. `serve --processes`
    sets 300."""
    write_seconds: values.Seconds = 20.0
    """Seconds within which a client must read 16 KiB of a response, or it is disconnected."""
    largest_head: values.Whole = 32 * 1024
    """The maximum size of the request line, headers and trailers in bytes; beyond it 431."""
    largest_body: values.Whole = 64 * 1024
    """The maximum size of a request body in bytes; beyond it 413."""
    pipelined: values.Whole = 4
    """The maximum number of pipelined requests that wait on a connection; more are not read."""
    held_megabytes: values.Whole = 256
    """MiB of unread responses and waiting input per process; beyond it the oldest are dropped."""

    # What one caller may use of the server: rates, work, and quotas. `None` means no limit.
    rate_per_token: values.RateLimit = values.Rate(300, 1500)
    """The rate limit of a token: requests per second and burst; `off` for no limit."""
    rate_per_address: values.RateLimit = values.Rate(300, 1500)
    """The rate limit of an address, for all of its requests with or without a token."""
    rate_of_registration: values.RateLimit = values.Rate(5, 100)
    """The rate limit of new players from an address."""
    work_per_token: values.RateLimit = values.Rate(5000, 50000)
    """The replay limit of a token: events per second and burst."""
    work_per_address: values.RateLimit = values.Rate(5000, 50000)
    """The replay limit of an address, for all of its requests."""
    replays: values.Whole = 2
    """The maximum number of replays at the same time per process."""
    replays_waiting: values.Whole = 64
    """The maximum number of replays that wait per process before the API returns 503."""
    histories: values.Whole = 32
    """The maximum number of histories sent at the same time per process."""
    players_per_address: values.Limit = 20
    """How many times what a player may have an address may have in all: tables, tables of bots,
    seeks, webhooks and streams."""
    large_addresses: values.Shares = ()
    """Addresses and networks with more players, such as a school: `203.0.113.7=200` in place of
    PLAYERS_PER_ADDRESS. They may have as many times more connections."""
    tables_per_player: values.Limit = 100
    """The maximum number of open and running tables per host. Each counts for 7 days."""
    bot_tables_per_player: values.Limit = 4
    """The maximum number of running tables with bots only per host."""
    seat_changes: values.QuotaLimit = values.Quota(600, 3600)
    """The limit of seats that a player takes, leaves or fills: `<number>/<s, m, h or d>`."""
    events_before_start: values.Limit = 200
    """The maximum number of events of a table before its start; then nobody can sit down."""
    audits: values.QuotaLimit = values.Quota(60, 3600)
    """The limit of audits per player, or per address without a token."""
    forks: values.QuotaLimit = values.Quota(60, 3600)
    """The limit of forks per player."""
    seeks_per_player: values.Limit = 5
    """The maximum number of seeks per player that wait at the same time."""
    seek_seconds: values.Seconds = 30.0
    """Seconds after which a seek expires unless its player polls it or has a stream open."""
    webhooks_per_player: values.Limit = 10
    """The maximum number of webhooks per player."""
    public_webhooks: values.Limit = 3_000
    """The maximum number of webhooks for the lobby and the feed on the server."""
    public_webhooks_per_address: values.Limit = 30
    """The maximum number of webhooks for the lobby and the feed per address."""
    webhook_tests: values.QuotaLimit = values.Quota(60, 3600)
    """The limit of test deliveries per player."""
    streams_per_token: values.Limit = 16
    """The maximum number of streams per token."""
    streams_per_table: values.Limit = 1_000
    """The maximum number of streams per table."""
    streams: values.Whole = 10_000
    """The maximum number of streams per process."""

    # Not read from the environment.
    name_seconds: float = 5.0  # how long the name of a player is kept in memory
    most_behind: int = 256  # events a stream may lag behind
