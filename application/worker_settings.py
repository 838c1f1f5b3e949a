"""What the environment says; every setting has a default that works on one machine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from store.cluster.address import checked
from store.embedded.orphan import SOCKET_FILE
from store.jobs import beside

FSYNC = {
    "always": "what was acknowledged is on the disk",
    "everysec": "a crash of the machine may cost the last second",
    "no": "the operating system writes when it likes",
}


class NotSet(Exception):
    """Something is missing, and what to do about it."""


@dataclass(frozen=True, slots=True)
class Settings:
    redis_url: str | None  # None: `serve` starts a store of its own
    queue_url: str | None
    host: str
    port: int
    var: Path
    fsync: str
    webhooks_loopback: bool = False
    scrub_hours: int = 24  # 0: never

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        return cls(
            redis_url=_store(env.get("LUDOTHEQUE_REDIS_URL") or None),
            queue_url=env.get("LUDOTHEQUE_QUEUE_URL") or None,
            host=env.get("HOST") or "127.0.0.1",
            port=_port(env.get("PORT") or "8000"),
            var=Path(env.get("LUDOTHEQUE_VAR") or "var").absolute(),
            fsync=_fsync(env.get("LUDOTHEQUE_FSYNC") or "always"),
            webhooks_loopback=env.get("LUDOTHEQUE_WEBHOOKS_LOOPBACK") == "1",
            scrub_hours=_hours(env.get("LUDOTHEQUE_SCRUB_HOURS") or "24"),
        )

    @property
    def store_directory(self) -> Path:
        return self.var / "store"

    def store(self) -> str:
        """The store to work on: the one that is named, or that of a running `serve`."""
        if self.redis_url is not None:
            return self.redis_url
        try:
            socket = (self.store_directory / SOCKET_FILE).read_text()
        except OSError:
            raise NotSet(
                f"Which store? Set LUDOTHEQUE_REDIS_URL, or run `ludotheque serve` on {self.var}."
            ) from None
        return f"unix://{socket}?db=0"

    def queue(self) -> str:
        """Where the chores wait: unless it is named, another database of the store's server."""
        try:
            return self.queue_url or beside(self.store())
        except ValueError as why:
            raise NotSet(str(why)) from None


def _store(url: str | None) -> str | None:
    try:
        return url and checked(url)
    except ValueError as why:
        raise NotSet(f"LUDOTHEQUE_REDIS_URL: {why}") from None


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise NotSet(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    return int(text)


def _hours(text: str) -> int:
    if not text.isdecimal() or int(text) > 24 * 366:
        raise NotSet(f"LUDOTHEQUE_SCRUB_HOURS is {text!r}; it must be a number of hours, or 0.")
    return int(text)


def _fsync(text: str) -> str:
    if text not in FSYNC:
        raise NotSet(f"LUDOTHEQUE_FSYNC is {text!r}; it must be one of {', '.join(FSYNC)}.")
    return text
