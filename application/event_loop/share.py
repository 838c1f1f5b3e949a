"""A loop that is behind gets a tenth of the time while the event loop is busy, else all of it."""

import asyncio
from time import perf_counter

from application.event_loop.health import HEALTH
from application.event_loop.slices import LOOP

TIMES = 10  # as long as the loop has worked, until it is its turn again
CREDIT_SECONDS = 0.1  # by which others may have delayed it before
BUSY_SECONDS = 0.0005  # a turn of the event loop that takes longer has other work


class Share:
    """The share of the loop in which it is used; only a server, which times its loops, has one."""

    def __init__(self) -> None:
        self._seen = HEALTH.seconds[LOOP.get()]
        self._due = 0.0  # when it is the turn of the loop

    async def rest(self) -> None:
        """Return when it is the turn of the loop, or as soon as nothing else is to be done."""
        spent, now = HEALTH.seconds[LOOP.get()], perf_counter()
        self._due = max(self._due, now - CREDIT_SECONDS) + TIMES * (spent - self._seen)
        self._seen = spent
        while now < self._due:
            await asyncio.sleep(0)
            began, now = now, perf_counter()
            if now - began < BUSY_SECONDS:
                self._due = now
