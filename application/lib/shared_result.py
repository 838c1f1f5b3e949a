"""A result that all callers share for a short time, so that many callers cost as much as one."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedResult(Generic[T]):
    """Makes a value when it is older than `seconds`; callers who come meanwhile wait for it."""

    def __init__(
        self,
        make: Callable[[], Awaitable[T]],
        seconds: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make = make
        self._seconds = seconds
        self._now = now
        self._lock = asyncio.Lock()
        self._made: tuple[float, T] | None = None

    async def get(self) -> T:
        async with self._lock:
            if self._made is None or self._now() - self._made[0] >= self._seconds:
                self._made = (self._now(), await self._make())
            return self._made[1]
