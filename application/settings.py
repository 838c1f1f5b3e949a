"""Every setting: its environment variable, its default and what it does. Read here only."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from application.setting_values import (
    Rate,
    SettingError,
    is_exactly,
    one_of,
    read_hours,
    read_name_server,
    read_path,
    read_port,
    read_ports,
    read_rate,
    read_seconds,
    read_store_seconds,
    read_store_url,
    read_text,
    read_whole,
    read_words,
)
from application.store_url import queue_beside
from application.webhooks.policy import MOST_WAITING, PORTS, Policy

SOCKET_FILE = "socket.path"  # in the directory of the embedded store: where its socket is
FSYNC = {
    "always": "what was acknowledged is on the disk",
    "everysec": "a crash of the machine may cost the last second",
    "no": "the operating system writes when it likes",
}
LOG_FORMATS = ("text", "json")


class Described(NamedTuple):
    """One setting as the documentation lists it."""

    variable: str
    default: str
    about: str


def setting(
    variable: str,
    default: Any,
    read: Callable[[str, str], Any],
    about: str,
    shown: str | None = None,
) -> Any:
    """Return a field that is read from the environment; `shown` is its default in the docs."""
    said = shown if shown is not None else f"{default:g}" if isinstance(default, float) else default
    metadata = {"read": read, "described": Described(variable, f"{said}", about)}
    return field(default=default, metadata=metadata)


STORE_SECONDS = 0.9
FOR_CALLERS, FOR_REGISTRATION = Rate(300, 1500), Rate(50, 1000)


@dataclass(frozen=True, kw_only=True)
class Settings:
    host: str = setting("HOST", "127.0.0.1", read_text, "The address the API listens on.")
    port: int = setting("PORT", 8000, read_port, "The port the API listens on.")
    redis_url: str | None = setting(
        "LUDOTHEQUE_REDIS_URL",
        None,
        read_store_url,
        "A Redis 7 or Valkey of your own (`redis://`, `unix://`), or a cluster"
        " (`redis+cluster://host:port,host:port`), with AOF on.",
        "embedded",
    )
    queue_url: str | None = setting(
        "LUDOTHEQUE_QUEUE_URL",
        None,
        read_text,
        "Where rq keeps its jobs. A cluster cannot hold them: name a server beside it.",
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
        "When the embedded store forces events to the disk: `always`, `everysec` or `no`.",
    )
    store_seconds: float = setting(
        "LUDOTHEQUE_STORE_SECONDS",
        STORE_SECONDS,
        read_store_seconds,
        "How long the store may take to answer before the API returns 503.",
    )
    cached_tables: int = setting(
        "LUDOTHEQUE_CACHED_TABLES",
        10_000,
        read_whole,
        "How many tables one API process keeps in memory.",
    )
    scrub_hours: int = setting(
        "LUDOTHEQUE_SCRUB_HOURS",
        24,
        read_hours,
        "How often a worker checks every table for damage; `0` = never.",
    )
    audit_patience: int = setting(
        "LUDOTHEQUE_AUDIT_PATIENCE",
        30,
        read_whole,
        "An audit without progress for this many seconds is started again.",
    )
    request_seconds: float = setting(
        "LUDOTHEQUE_REQUEST_SECONDS",
        20.0,
        read_seconds,
        "How long a request may take to arrive before the API returns 408.",
    )
    per_token: Rate | None = setting(
        "LUDOTHEQUE_RATE_PER_TOKEN",
        FOR_CALLERS,
        read_rate,
        "Requests per second, and at once, of one token; `off` = no limit.",
        "300:1500",
    )
    per_address: Rate | None = setting(
        "LUDOTHEQUE_RATE_PER_ADDRESS",
        FOR_CALLERS,
        read_rate,
        "The same for all callers of one address without a known token.",
        "300:1500",
    )
    of_registration: Rate | None = setting(
        "LUDOTHEQUE_RATE_OF_REGISTRATION",
        FOR_REGISTRATION,
        read_rate,
        "New players per second, and at once, from one address.",
        "50:1000",
    )
    stream_seconds: float = setting(
        "LUDOTHEQUE_STREAM_SECONDS",
        60.0,
        read_seconds,
        "How long a stream lasts without `max_seconds`.",
    )
    heartbeat_seconds: float = setting(
        "LUDOTHEQUE_HEARTBEAT_SECONDS",
        15.0,
        read_seconds,
        "The time between two comments on an idle stream.",
    )
    slow_seconds: float = setting(
        "LUDOTHEQUE_SLOW_SECONDS",
        10.0,
        read_seconds,
        "A stream is dropped when its reader takes nothing for this long.",
    )
    streams_per_token: int = setting(
        "LUDOTHEQUE_STREAMS_PER_TOKEN", 16, read_whole, "Streams of one token at one process."
    )
    streams_per_address: int = setting(
        "LUDOTHEQUE_STREAMS_PER_ADDRESS",
        500,
        read_whole,
        "Streams without a token from one address at one process.",
    )
    streams: int = setting("LUDOTHEQUE_STREAMS", 10_000, read_whole, "Streams at one process.")
    cors_origins: frozenset[str] = setting(
        "LUDOTHEQUE_CORS_ORIGINS",
        frozenset(),
        read_words,
        "Origins whose pages may use the API, or `*`.",
        "none",
    )
    webhooks_loopback: bool = setting(
        "LUDOTHEQUE_WEBHOOKS_LOOPBACK",
        False,
        is_exactly("1"),
        "`1` lets webhooks lead to this machine, for development.",
        "off",
    )
    webhooks_ports: frozenset[int] = setting(
        "LUDOTHEQUE_WEBHOOKS_PORTS",
        PORTS,
        read_ports,
        "The ports that the addresses of webhooks may have.",
        "443,8443",
    )
    webhooks_waiting: int = setting(
        "LUDOTHEQUE_WEBHOOKS_WAITING",
        MOST_WAITING,
        read_whole,
        "How many deliveries of one webhook may wait; one more disables it.",
    )
    webhooks_dns: tuple[str, int] | None = setting(
        "LUDOTHEQUE_WEBHOOKS_DNS",
        None,
        read_name_server,
        "The name server for the hosts of webhooks, `<IP address>:<port>`.",
        "those of the machine",
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
        "`on` logs one line per request: method, route, status, time.",
        "off",
    )
    # Not read from the environment.
    token_seconds: float = 5.0  # how long a token is trusted without asking the store again
    largest_body: int = 64 * 1024  # bytes
    most_behind: int = 256  # events a stream may lag behind

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        """Read all settings; raises SettingError for the first one that is invalid."""
        found: dict[str, Any] = {"var": Path("var").absolute()}
        for each in fields(cls):
            described: Described | None = each.metadata.get("described")
            if described is not None and (text := env.get(described.variable)):
                found[each.name] = each.metadata["read"](described.variable, text)
        return cls(**found)

    @property
    def webhook_policy(self) -> Policy:
        return Policy(self.webhooks_loopback, self.webhooks_ports)

    @property
    def store_directory(self) -> Path:
        return self.var / "store"

    def store_url(self) -> str:
        """Return the store that is named, or that of a running `ludotheque serve`."""
        if self.redis_url is not None:
            return self.redis_url
        try:
            socket = (self.store_directory / SOCKET_FILE).read_text()
        except OSError:
            raise SettingError(
                f"Which store? Set LUDOTHEQUE_REDIS_URL, or run `ludotheque serve` on {self.var}."
            ) from None
        return f"unix://{socket}?db=0"

    def queue(self) -> str:
        """Return where jobs wait: unless it is named, another database of the store's server."""
        try:
            return self.queue_url or queue_beside(self.store_url())
        except ValueError as wrong:
            raise SettingError(str(wrong)) from None


def store_seconds() -> float:
    """Return the whole time in which an answer of the store is sought."""
    return Settings.from_environment().store_seconds


def environment_with(changes: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of this process with some variables replaced, for a child process."""
    return {**os.environ, **changes}


def described() -> list[Described]:
    """Return every setting that the environment can change, for the documentation."""
    return [f.metadata["described"] for f in fields(Settings) if "described" in f.metadata]


def as_markdown() -> str:
    """Return the table of settings that the documentation holds."""
    rows = [f"| `{each.variable}` | `{each.default}` | {each.about} |" for each in described()]
    return "\n".join(["| variable | default | what it does |", "|---|---|---|", *rows])
