"""What lies in the store, so that a test can say: nothing was stored."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from redis import Redis

DERIVED = b"{shelf}"  # made again from the histories at any time, whenever the projector likes


class Stored:
    def __init__(self, url: str) -> None:
        self._redis: Any = Redis.from_url(url)

    def __enter__(self) -> "Stored":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._redis.close()

    def digest(self) -> str:
        """Of every key but the read models; of a stream, of how far it goes (it only grows)."""
        keys = sorted(key for key in self._redis.scan_iter(count=1000) if key[:7] != DERIVED)
        pipe = self._redis.pipeline(transaction=False)
        for key in keys:
            pipe.execute_command(*_question(key))
        whole = hashlib.sha256()
        for key, told in zip(keys, pipe.execute(), strict=True):
            whole.update(repr((key, told)).encode())
        return whole.hexdigest()

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        before = self.digest()
        yield
        assert self.digest() == before, "something was stored"

    def names_all(self, text: str) -> list[bytes]:
        """Keys whose name or value holds this text."""
        wanted = text.encode()
        found = []
        for key in self._redis.scan_iter(count=1000):
            value = self._redis.dump(key) or b""
            if wanted in key or wanted in value:
                found.append(key)
        return found


def _question(key: bytes) -> tuple[bytes | str, ...]:
    if key.endswith((b":e", b":feed")):
        return ("XREVRANGE", key, "+", "-", "COUNT", "1")
    return ("DUMP", key)
