"""Every setting: its environment variable, its default and its effect. Read only here."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from application.archive_settings import ArchiveSettings
from application.connection_settings import ConnectionSettings
from application.limit_settings import NO_LIMITS, LimitSettings
from application.listen_settings import ListenSettings
from application.ports.archive import ArchivePlace
from application.replication_settings import ReplicationSettings
from application.setting_fields import Described, setting
from application.setting_values import (
    SettingError,
    is_exactly,
    is_not,
    one_of,
    read_bytes,
    read_hours,
    read_path,
    read_percent,
    read_seconds,
    read_store_seconds,
    read_store_url,
    read_text,
    read_whole,
)
from application.store_url import queue_beside
from application.webhook_settings import WebhookSettings

SOCKET_FILE = "socket.path"  # in the directory of the embedded store: where its socket is
FSYNC = {
    "always": "every acknowledged event is on disk",
    "everysec": "a crash of the machine may lose the last second",
    "no": "the operating system decides when to write",
}
LOG_FORMATS = ("text", "json")


STORE_SECONDS = 0.9


@dataclass(frozen=True, kw_only=True)
class Settings(
    WebhookSettings,
    LimitSettings,
    ConnectionSettings,
    ArchiveSettings,
    ReplicationSettings,
    ListenSettings,
):
    redis_url: str | None = setting(
        "LUDOTHEQUE_REDIS_URL",
        None,
        read_store_url,
        "The URL of your Redis 7 or Valkey with AOF: `redis://`, `unix://`, or a cluster as"
        " `redis+cluster://host:port,host:port`.",
        "embedded",
    )
    queue_url: str | None = setting(
        "LUDOTHEQUE_QUEUE_URL",
        None,
        read_text,
        "The URL of the job queue (rq). Required with a cluster, which cannot hold the queue.",
        "database 1 of the store",
    )
    var: Path = setting(
        "LUDOTHEQUE_VAR",
        Path("var"),
        read_path,
        "The data directory of the embedded store.",
        "./var",
    )
    fsync: str = setting(
        "LUDOTHEQUE_FSYNC",
        "always",
        one_of(FSYNC),
        "When the embedded store writes events to disk: `always`, `everysec` or `no`.",
    )
    maxmemory: int | None = setting(
        "LUDOTHEQUE_MAXMEMORY",
        None,
        read_bytes,
        "The memory limit of the embedded store, such as `512M` or `2G`; beyond it, writes fail.",
        "half of the machine or cgroup",
    )
    memory_red: int = setting(
        "LUDOTHEQUE_MEMORY_RED",
        90,
        read_percent,
        "The percentage of its memory limit at which the store makes readiness fail.",
    )
    disk_red: int = setting(
        "LUDOTHEQUE_DISK_RED",
        256 << 20,
        read_bytes,
        "Readiness fails if the disk of a store on this machine has less free space.",
        "256M",
    )
    disk_hold: int = setting(
        "LUDOTHEQUE_DISK_HOLD",
        64 << 20,
        read_bytes,
        "The embedded store refuses writes while its disk has less free space.",
        "64M",
    )
    start_seconds: float = setting(
        "LUDOTHEQUE_START_SECONDS",
        120.0,
        read_seconds,
        "Seconds without progress in loading after which the embedded store is restarted.",
    )
    store_seconds: float = setting(
        "LUDOTHEQUE_STORE_SECONDS",
        STORE_SECONDS,
        read_store_seconds,
        "Seconds to wait for the store before the API returns 503.",
    )
    cached_tables: int = setting(
        "LUDOTHEQUE_CACHED_TABLES",
        10_000,
        read_whole,
        "The number of tables that one server process keeps in memory.",
    )
    scrub_hours: int = setting(
        "LUDOTHEQUE_SCRUB_HOURS",
        24,
        read_hours,
        "Hours between two checks of every table for damage; `0` for never.",
    )
    audit_patience: int = setting(
        "LUDOTHEQUE_AUDIT_PATIENCE",
        30,
        read_whole,
        "Seconds without progress after which an audit is started again.",
    )
    stream_seconds: float = setting(
        "LUDOTHEQUE_STREAM_SECONDS",
        60.0,
        read_seconds,
        "Seconds after which a stream ends, unless the request has `max_seconds`.",
    )
    heartbeat_seconds: float = setting(
        "LUDOTHEQUE_HEARTBEAT_SECONDS",
        15.0,
        read_seconds,
        "Seconds between two comments on an idle stream.",
    )
    slow_seconds: float = setting(
        "LUDOTHEQUE_SLOW_SECONDS",
        10.0,
        read_seconds,
        "Seconds without a read by the client after which a stream ends.",
    )
    limits: bool = setting(
        "LUDOTHEQUE_LIMITS",
        True,
        is_not("off"),
        "`off` switches off all limits that are not set by a variable of their own.",
        "on",
    )
    public_log: Path | None = setting(
        "LUDOTHEQUE_PUBLIC_LOG",
        None,
        read_path,
        "The folder of the public log, which the API and the log writer share.",
        "`log` in LUDOTHEQUE_VAR",
    )
    public_log_keys: Path | None = setting(
        "LUDOTHEQUE_PUBLIC_LOG_KEYS",
        None,
        read_path,
        "The folder of `log.key` and `receipts.key`; a missing key is made at the first start.",
        "`keys` in the folder of the log",
    )
    public_log_origin: str | None = setting(
        "LUDOTHEQUE_PUBLIC_LOG_ORIGIN",
        None,
        read_text,
        "The name of the public log for ever: its URL without scheme, such as `example.org/log`.",
        "made at the first start",
    )
    public_log_seconds: float = setting(
        "LUDOTHEQUE_PUBLIC_LOG_SECONDS",
        5.0,
        read_seconds,
        "Seconds between two checkpoints of the public log.",
    )
    witnesses: Path | None = setting(
        "LUDOTHEQUE_WITNESSES",
        None,
        read_path,
        "A C2SP policy file; the log asks each `witness` with a URL in it for cosignatures.",
        "none",
    )
    log_format: str = setting(
        "LUDOTHEQUE_LOG",
        "text",
        one_of(LOG_FORMATS),
        "The format of log lines on stderr: `text` or `json`.",
    )
    access_log: bool = setting(
        "LUDOTHEQUE_ACCESS_LOG",
        False,
        is_exactly("on"),
        "`on` logs a line per request: method, route, status and duration.",
        "off",
    )
    sandbox: bool = setting(
        "LUDOTHEQUE_SANDBOX",
        False,
        is_exactly("on"),
        "`on` allows sandboxes: tables with fixed luck and a clock moved by hand, for tests of"
        " clients. Leave it off in production.",
        "off, and on with `make serve`",
    )
    # Not read from the environment.
    name_seconds: float = 5.0  # how long the name of a player is kept in memory
    most_behind: int = 256  # events a stream may lag behind

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        """Read all settings; raises SettingError for the first one that is invalid."""
        found: dict[str, Any] = {"var": Path("var").absolute()}
        if env.get("LUDOTHEQUE_LIMITS") == "off":
            found |= NO_LIMITS
        for each in fields(cls):
            described: Described | None = each.metadata.get("described")
            if described is not None and (text := env.get(described.variable)):
                found[each.name] = each.metadata["read"](described.variable, text)
        if found.get("replicas") and found.get("redis_url") is None:
            raise SettingError(
                "LUDOTHEQUE_REPLICAS is 1, but the embedded store has no replica."
                " Set LUDOTHEQUE_REDIS_URL, or remove LUDOTHEQUE_REPLICAS."
            )
        return cls(**found)

    def of_one_process(self) -> "Settings":
        """Return the settings of one of several API processes, with its share of the limits."""
        if self.processes == 1:
            return self
        return replace(self, **self.shared_limits(self.processes))

    @property
    def store_directory(self) -> Path:
        return self.var / "store"

    @property
    def archive_place(self) -> ArchivePlace:
        """Return where the archive and this machine's index of it are."""
        index = self.archive_index or self.var / "archive.sqlite"
        return ArchivePlace(self.archive or str(self.var / "archive"), str(index))

    @property
    def log_directory(self) -> Path:
        return self.public_log or self.var / "log"

    @property
    def key_directory(self) -> Path:
        return self.public_log_keys or self.log_directory / "keys"

    @property
    def log_identity(self) -> tuple[Path, Path, str | None]:
        """Return the folder of the log, that of its keys, and its origin."""
        return self.log_directory, self.key_directory, self.public_log_origin

    def store_url(self) -> str:
        """Return the URL of the configured store, or of that of a running `ludotheque serve`."""
        if self.redis_url is not None:
            return self.redis_url
        try:
            socket = (self.store_directory / SOCKET_FILE).read_text()
        except OSError:
            raise SettingError(
                f"No store runs in {self.var}. Run `ludotheque serve`, or set LUDOTHEQUE_REDIS_URL."
            ) from None
        return f"unix://{socket}?db=0"

    def queue(self) -> str:
        """Return the URL of the job queue; the default is database 1 of the store."""
        try:
            return self.queue_url or queue_beside(self.store_url())
        except ValueError as wrong:
            raise SettingError(str(wrong)) from None


def store_seconds() -> float:
    """Return the timeout of the store, retries included."""
    return Settings.from_environment().store_seconds


def replicas() -> int:
    """Return how many replicas must confirm a write."""
    return Settings.from_environment().replicas


def environment_with(changes: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of this process with some variables replaced, for a child process."""
    return {**os.environ, **changes}


def described() -> list[Described]:
    """Return every setting that the environment can change; limits come last."""
    groups = (
        ReplicationSettings,
        ArchiveSettings,
        WebhookSettings,
        LimitSettings,
        ConnectionSettings,
    )
    later = [each.name for group in groups for each in fields(group)]
    ordered = sorted(fields(Settings), key=lambda each: each.name in later)
    return [each.metadata["described"] for each in ordered if "described" in each.metadata]


def as_markdown() -> str:
    """Return the table of settings that the documentation holds."""
    rows = [f"| `{each.variable}` | `{each.default}` | {each.about} |" for each in described()]
    return "\n".join(["| variable | default | effect |", "|---|---|---|", *rows])
