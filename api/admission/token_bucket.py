"""Token buckets: how many requests, or how much work, a caller has left.

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

    def take(self, key: object, cost: int = 1) -> Allowance:
        """Take a request from the bucket of this caller; a refused request takes nothing.

        One that costs more than a full bucket holds is allowed when the bucket is full; the caller
        is then in debt.
        """
        now = self._now()
        full_at = self._full_at.get(key, now)
        price = cost * self._step
        next_full_at = (full_at if full_at > now else now) + price
        spare = self._depth - (next_full_at - now)
        lacking = -spare if price <= self._depth else self._depth - price - spare
        if lacking > 1e-9:
            return Allowance(self.name, self.rate, 0, lacking)
        if len(self._full_at) >= MOST_BUCKETS and key not in self._full_at:
            self._discard(now)
        self._full_at[key] = next_full_at
        left = int(spare * self.rate.per_second + 1e-6) if spare > 0 else 0
        return Allowance(self.name, self.rate, left, 0.0)

    def debit(self, key: object, cost: int) -> None:
        """Take from a bucket what was used already, even if it is not there."""
        now = self._now()
        if len(self._full_at) >= MOST_BUCKETS and key not in self._full_at:
            self._discard(now)
        self._full_at[key] = max(self._full_at.get(key, now), now) + cost * self._step

    def look(self, key: object) -> Allowance:
        """Return what the bucket holds; `wait` > 0 if that is not even one request."""
        now = self._now()
        spare = self._depth - max(self._full_at.get(key, now) - now, 0.0)
        left = max(0, int(spare * self.rate.per_second + 1e-6))
        return Allowance(self.name, self.rate, left, max(0.0, self._step - spare))

    def __len__(self) -> int:
        return len(self._full_at)

    def _discard(self, now: float) -> None:
        """Discard full buckets; if all are in use, a tenth of them, the fullest first."""
        kept = {key: full for key, full in self._full_at.items() if full > now}
        if len(kept) >= MOST_BUCKETS:
            for key in sorted(kept, key=kept.__getitem__)[: MOST_BUCKETS // 10]:
                del kept[key]
        self._full_at = kept


def buckets_of(name: str, rate: Rate | None) -> TokenBuckets | None:
    """Return the buckets of a limit; None if there is no such limit."""
    return TokenBuckets(name, rate) if rate else None
