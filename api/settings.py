"""What the environment may change; without any of it the server runs."""

import os
from dataclasses import dataclass


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

    @classmethod
    def from_environment(cls) -> "Settings":
        env = os.environ
        for name in ("PORT", "LUDOTHEQUE_CACHED_TABLES", "LUDOTHEQUE_AUDIT_PATIENCE"):
            if not env.get(name, "1").isdecimal():
                raise SystemExit(f"{name} must be a whole number, not {env[name]!r}.")
        return cls(
            redis_url=env.get("LUDOTHEQUE_REDIS_URL", cls.redis_url),
            host=env.get("HOST", cls.host),
            port=int(env.get("PORT", cls.port)),
            cached_tables=int(env.get("LUDOTHEQUE_CACHED_TABLES", cls.cached_tables)),
            queue_url=env.get("LUDOTHEQUE_QUEUE_URL") or None,
            webhooks_loopback=env.get("LUDOTHEQUE_WEBHOOKS_LOOPBACK") == "1",
            audit_patience=int(env.get("LUDOTHEQUE_AUDIT_PATIENCE", cls.audit_patience)),
        )
