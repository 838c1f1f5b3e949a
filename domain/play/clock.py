"""Time and fresh randomness are handed in; the only file of the domain that can make them."""

import os
import time
from base64 import b32encode
from datetime import UTC, datetime
from functools import lru_cache
from typing import Protocol


class World(Protocol):
    """What the one path needs from outside: the time, and bytes nobody can guess."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def fresh(self, n: int) -> bytes:
        """n unguessable bytes."""


class RealWorld:
    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def fresh(self, n: int) -> bytes:
        return os.urandom(n)


def new_id(world: World) -> str:
    """128 unguessable bits, for tables and players."""
    return b32encode(world.fresh(16)).decode().rstrip("=").lower()


def rfc3339(ms: int) -> str:
    return f"{_second(ms // 1000)}.{ms % 1000:03d}Z"


@lru_cache(maxsize=1024)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


@lru_cache(maxsize=16_384)  # a deadline is set, and kept later; events of a commit share a time
def millis(text: str) -> int:
    """The inverse of `rfc3339`."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
