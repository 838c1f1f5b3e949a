"""The pulse: as long as anybody reaches the store it beats; a long pause was an outage."""

import asyncio
from contextlib import suppress

from redis.exceptions import RedisError

from domain.kernel.messages import Value
from domain.play.log import StoreUnavailable
from domain.table.commands import Outage
from eventlog import functions, keyspace
from eventlog.pipe import FateUnknown, Pipe

BEAT_SECONDS = 1.0
SHORTEST_OUTAGE_MS = 3_000
REMEMBERED = 16
REMEMBERED_MS = 8 * 24 * 3_600_000  # longer than any question may stay open


class Beat(Value, frozen=True):
    """The store's time, and when it was away of late."""

    now: int
    outages: tuple[Outage, ...]


class Pulse:
    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    async def beat(self) -> Beat:
        """Say that the store can be reached; whoever is the first to say so writes the outage."""
        now, told = await functions.ask(
            self._pipe,
            "beat",
            [keyspace.PULSE, keyspace.OUTAGES],
            SHORTEST_OUTAGE_MS,
            REMEMBERED,
        )
        outages = (Outage(*map(int, each.split(b":"))) for each in told)
        return Beat(now, tuple(each for each in outages if each.ended > now - REMEMBERED_MS))

    async def keep(self) -> None:
        """Beat until cancelled."""
        while True:
            with suppress(StoreUnavailable, FateUnknown, RedisError):  # that is what it is for
                await self.beat()
            await asyncio.sleep(BEAT_SECONDS)
