"""How often a caller may ask: a bucket for every token, and one for every address without one.

Buckets are in the memory of one process and cost no round trip. A bucket is one number: the moment
at which it will be full again (GCRA); a caller who comes early enough drains it.
"""

import math
import time
from collections.abc import Callable
from typing import NamedTuple

from application.settings import Rate

MOST_BUCKETS = 100_000


class Bucket(NamedTuple):
    """What is left of one, for the headers; `wait` > 0 = refused, and for how many seconds."""

    name: str
    rate: Rate
    left: int
    wait: float

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """`RateLimit` and `RateLimit-Policy` of the IETF draft; q requests in w seconds."""
        window = math.ceil(self.rate.burst / self.rate.per_second)
        full = math.ceil((self.rate.burst - self.left) / self.rate.per_second)
        return [
            (
                b"ratelimit-policy",
                b'"%s";q=%d;w=%d' % (self.name.encode(), self.rate.burst, window),
            ),
            (b"ratelimit", b'"%s";r=%d;t=%d' % (self.name.encode(), self.left, full)),
        ]

    @property
    def retry_after(self) -> int:
        return max(1, math.ceil(self.wait))


class Buckets:
    """All buckets of one kind."""

    def __init__(self, name: str, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.rate = rate
        self._step = 1 / rate.per_second
        self._depth = rate.burst / rate.per_second
        self._now = now
        self._full_at: dict[object, float] = {}

    def take(self, key: object) -> Bucket | None:
        """Take one; only a refusal is worth telling, so that the ordinary case costs little."""
        now = self._now()
        full_at = self._full_at.get(key, now)
        following = (full_at if full_at > now else now) + self._step
        if following - now > self._depth + 1e-9:
            return Bucket(self.name, self.rate, 0, following - now - self._depth)
        if key not in self._full_at and len(self._full_at) >= MOST_BUCKETS:
            self._forget(now)
        self._full_at[key] = following
        return None

    def told(self, key: object) -> Bucket:
        """What is left, without taking any."""
        now = self._now()
        used = max(0.0, self._full_at.get(key, now) - now)
        left = int((self._depth - used) * self.rate.per_second + 1e-6)
        return Bucket(self.name, self.rate, left, 0.0)

    @property
    def kept(self) -> int:
        return len(self._full_at)

    def _forget(self, now: float) -> None:
        """A full bucket is as good as none; if all are in use, the one that is full first goes."""
        kept = {key: full for key, full in self._full_at.items() if full > now}
        if len(kept) >= MOST_BUCKETS:
            for key in sorted(kept, key=kept.__getitem__)[: MOST_BUCKETS // 10]:
                del kept[key]
        self._full_at = kept
