"""Reads something from the store again and again, for what must reach a process soon."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from application.event_loop.ticks import until_tick
from application.lib.backoff import Backoff
from application.ports.event_log import StoreUnavailable

READ_SECONDS = 0.25  # between two reads
TRUSTED_SECONDS = 0.9  # how long memory counts after a read
BELIEVED_SECONDS = 60.0  # the same for play, while its server is away
LONGEST_PAUSE = 1.0


class ReadingLoop:
    def __init__(self, read: Callable[[], Awaitable[None]], seconds: float = READ_SECONDS) -> None:
        self._read = read
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Read until the loop is closed."""
        self._task = asyncio.create_task(self._keep_reading())

    async def aclose(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def read_now(self) -> None:
        """Read at once; if the store does not respond, memory counts for less than a second."""
        with suppress(StoreUnavailable):
            await self._read()

    async def _keep_reading(self) -> None:
        backoff = Backoff(self._seconds, LONGEST_PAUSE)
        while True:
            try:
                await self._read()
                backoff.reset()
                await asyncio.sleep(until_tick(self._seconds))
            except StoreUnavailable:
                await asyncio.sleep(backoff.next())
