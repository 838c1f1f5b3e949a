"""Time and fresh randomness are handed in; the only file of the domain that can make them."""

import secrets
import time
from base64 import b32encode
from datetime import UTC, datetime
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
        return secrets.token_bytes(n)


def new_id(world: World) -> str:
    """128 unguessable bits, for tables and players."""
    return b32encode(world.fresh(16)).decode().rstrip("=").lower()


def rfc3339(ms: int) -> str:
    whole = datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{whole}.{ms % 1000:03d}Z"


def millis(text: str) -> int:
    """The inverse of `rfc3339`."""
    whole = datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
    return int(whole.timestamp()) * 1000 + int(text[20:23])
