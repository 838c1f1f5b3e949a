"""Token buckets: how many requests a caller has left.

Buckets are in the memory of one process and cost no round trip. A bucket is one number: the moment
at which it will be full again (GCRA).
"""

import math
import time
from collections.abc import Callable
from functools import cache

from msgspec import Struct

from application.setting_values import Rate

MOST_BUCKETS = 100_000
Headers = list[tuple[bytes, bytes]]


class Allowance(Struct, frozen=True):
    """What one bucket holds after a request; the request is refused if `wait` > 0."""

    name: str
    rate: Rate
    left: int
    wait: float  # seconds until the next request is allowed

    @property
    def headers(self) -> Headers:
        """Return `RateLimit` and `RateLimit-Policy` of the IETF draft; q requests in w seconds."""
        per_second, burst = self.rate
        full_in = math.ceil((burst - self.left) / per_second)
        return [
            _policy(self.name, self.rate),
            (b"ratelimit", b'"%s";r=%d;t=%d' % (self.name.encode(), self.left, full_in)),
        ]

    @property
    def retry_after(self) -> int:
        return max(1, math.ceil(self.wait))


@cache
def _policy(name: str, rate: Rate) -> tuple[bytes, bytes]:
    window = math.ceil(rate.burst / rate.per_second)
    return b"ratelimit-policy", b'"%s";q=%d;w=%d' % (name.encode(), rate.burst, window)


class TokenBuckets:
    """The buckets of all callers under one limit."""

    def __init__(self, name: str, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.rate = rate
        self._step = 1 / rate.per_second
        self._depth = rate.burst / rate.per_second
        self._now = now
        self._full_at: dict[object, float] = {}

    def take(self, key: object) -> Allowance:
        """Take one request from the bucket of this caller; a refused request takes nothing."""
        now = self._now()
        full_at = self._full_at.get(key, now)
        next_full_at = (full_at if full_at > now else now) + self._step
        spare = self._depth - (next_full_at - now)
        if spare < -1e-9:
            return Allowance(self.name, self.rate, 0, -spare)
        if key not in self._full_at and len(self._full_at) >= MOST_BUCKETS:
            self._discard(now)
        self._full_at[key] = next_full_at
        return Allowance(self.name, self.rate, int(spare * self.rate.per_second + 1e-6), 0.0)

    def __len__(self) -> int:
        return len(self._full_at)

    def _discard(self, now: float) -> None:
        """Discard full buckets; if all are in use, a tenth of them, the fullest first."""
        kept = {key: full for key, full in self._full_at.items() if full > now}
        if len(kept) >= MOST_BUCKETS:
            for key in sorted(kept, key=kept.__getitem__)[: MOST_BUCKETS // 10]:
                del kept[key]
        self._full_at = kept
