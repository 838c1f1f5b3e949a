"""What happened in which order, as one hash: two runs of a seed must have the same."""

from collections.abc import Callable
from hashlib import blake2b


class Trace:
    def __init__(self, now: Callable[[], float], keep: bool = False) -> None:
        self._now = now
        self._hash = blake2b(digest_size=16)
        self.lines: list[str] | None = [] if keep else None

    def add(self, what: str) -> None:
        line = f"{self._now():.6f} {what}"
        self._hash.update(line.encode() + b"\n")
        if self.lines is not None:
            self.lines.append(line)

    def digest(self) -> str:
        return self._hash.hexdigest()
