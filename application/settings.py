"""What the environment may change; without any of it the server runs."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from api.asgi.buckets import Rate
from application import store_timeout
from store.cluster.address import checked
from store.jobs import beside

N = TypeVar("N", int, float)
FOR_CALLERS = Rate(300, 1500)
FOR_REGISTRATION = Rate(50, 1000)


@dataclass(frozen=True)
class Settings:
    redis_url: str = "redis://127.0.0.1:6379/0"
    queue_url: str | None = None  # None: beside the store
    host: str = "127.0.0.1"
    port: int = 8000
    cached_tables: int = 10_000
    token_seconds: float = 5.0  # how long a token is believed without asking the store again
    largest_body: int = 64 * 1024
    webhooks_loopback: bool = False  # for development: they may lead to this machine
    audit_patience: int = 30  # seconds without a sign of life after which an audit is begun again
    request_seconds: float = 20.0  # how long a request may take to arrive
    per_token: Rate | None = FOR_CALLERS
    per_address: Rate | None = FOR_CALLERS
    of_registration: Rate | None = FOR_REGISTRATION
    stream_seconds: float = 60.0  # how long a stream lasts unless it is asked otherwise
    heartbeat_seconds: float = 15.0
    slow_seconds: float = 10.0  # how long a consumer may take nothing while there is something
    most_behind: int = 256  # events a consumer may lag behind
    streams_per_token: int = 16
    streams_per_address: int = 500  # without a token; there may be many people behind one
    streams: int = 10_000
    cors_origins: frozenset[str] = frozenset()
    access_log: bool = False

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        try:
            return cls._read(env)
        except ValueError as wrong:
            raise SystemExit(str(wrong)) from None

    @classmethod
    def _read(cls, env: Mapping[str, str]) -> "Settings":
        store_timeout.seconds(env)
        redis_url = checked(env.get("LUDOTHEQUE_REDIS_URL") or cls.redis_url)
        return cls(
            redis_url=redis_url,
            host=env.get("HOST") or cls.host,
            port=_number(env, "PORT", cls.port),
            cached_tables=_number(env, "LUDOTHEQUE_CACHED_TABLES", cls.cached_tables),
            request_seconds=_number(env, "LUDOTHEQUE_REQUEST_SECONDS", cls.request_seconds),
            per_token=_rate(env, "LUDOTHEQUE_RATE_PER_TOKEN", cls.per_token),
            per_address=_rate(env, "LUDOTHEQUE_RATE_PER_ADDRESS", cls.per_address),
            of_registration=_rate(env, "LUDOTHEQUE_RATE_OF_REGISTRATION", cls.of_registration),
            stream_seconds=_number(env, "LUDOTHEQUE_STREAM_SECONDS", cls.stream_seconds),
            heartbeat_seconds=_number(env, "LUDOTHEQUE_HEARTBEAT_SECONDS", cls.heartbeat_seconds),
            slow_seconds=_number(env, "LUDOTHEQUE_SLOW_SECONDS", cls.slow_seconds),
            streams_per_token=_number(env, "LUDOTHEQUE_STREAMS_PER_TOKEN", cls.streams_per_token),
            streams_per_address=_number(
                env, "LUDOTHEQUE_STREAMS_PER_ADDRESS", cls.streams_per_address
            ),
            streams=_number(env, "LUDOTHEQUE_STREAMS", cls.streams),
            cors_origins=frozenset(
                env.get("LUDOTHEQUE_CORS_ORIGINS", "").replace(",", " ").split()
            ),
            access_log=env.get("LUDOTHEQUE_ACCESS_LOG") == "on",
            queue_url=env.get("LUDOTHEQUE_QUEUE_URL") or beside(redis_url),
            webhooks_loopback=env.get("LUDOTHEQUE_WEBHOOKS_LOOPBACK") == "1",
            audit_patience=_number(env, "LUDOTHEQUE_AUDIT_PATIENCE", cls.audit_patience),
        )


def _number(env: Mapping[str, str], name: str, default: N) -> N:
    """A number of the kind of its default, and more than nothing."""
    said = env.get(name)
    if not said:
        return default
    whole = isinstance(default, int)
    if not (said.isdecimal() if whole else said.replace(".", "", 1).isdecimal()):
        raise ValueError(f"{name} must be a {'whole ' if whole else ''}number, not {said!r}.")
    found = type(default)(said)
    if not 0 < found < 10**9:
        raise ValueError(f"{name} must be more than 0 and less than 1000000000, not {said!r}.")
    return found


def _rate(env: Mapping[str, str], name: str, default: Rate | None) -> Rate | None:
    said = env.get(name)
    if not said:
        return default
    if said == "off":
        return None
    per_second, _, burst = said.partition(":")
    if not (per_second.isdecimal() and burst.isdecimal() and int(per_second) and int(burst)):
        raise ValueError(f"{name} must be `<requests a second>:<at once>` or `off`, not {said!r}.")
    return Rate(int(per_second), int(burst))
