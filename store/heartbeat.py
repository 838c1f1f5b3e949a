"""The pulse: as long as anybody reaches the store it beats; a long pause was an outage.

Where one server may be away while others are there, every partition has a pulse of its own.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress

from redis.exceptions import RedisError

from application.ports.event_log import StoreUnavailable
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.commands import Outage
from store import keyspace
from store.client.base import StoreClient
from store.client.replies import ReplyLost
from store.lua import functions

BEAT_SECONDS = 1.0
SHORTEST_OUTAGE_MS = 3_000
REMEMBERED = 16
REMEMBERED_MS = 8 * 24 * 3_600_000  # longer than any question may stay open


class StoreBeat(Value, frozen=True):
    """The store's time, and its recent outages by pulse."""

    now: int
    pulses: tuple[tuple[Outage, ...], ...]

    @property
    def outages(self) -> tuple[Outage, ...]:
        return tuple(outage for outages in self.pulses for outage in outages)

    def felt_at(self, table: TableId) -> tuple[Outage, ...]:
        """Return the outages during which this table could not be reached."""
        return self.pulses[keyspace.partition(table) % len(self.pulses)]


class RedisHeartbeat:
    def __init__(self, client: StoreClient) -> None:
        self._client = client
        one = ((keyspace.HEARTBEAT, keyspace.OUTAGES),)
        self._pulses = one if client.single_server else keyspace.PARTITION_HEARTBEATS

    async def beat(self) -> StoreBeat:
        """Say that the store can be reached; whoever is the first to say so writes the outage.

        Raises StoreUnavailable if nothing of it can.
        """
        return await self._beat(self._pulses)

    async def beat_of(self, table: TableId) -> StoreBeat:
        """The same for the part of the store this table is in."""
        return await self._beat([self._pulses[keyspace.partition(table) % len(self._pulses)]])

    async def _beat(self, pulses: Sequence[tuple[str, str]]) -> StoreBeat:
        rest = (SHORTEST_OUTAGE_MS, REMEMBERED)
        answers = await functions.call_reachable(
            self._client, [functions.fcall("beat", list(keys), *rest) for keys in pulses]
        )
        now = max(answer[0] for answer in answers if answer)
        return StoreBeat(
            now, tuple(_recent(now, answer[1] if answer else ()) for answer in answers)
        )

    async def keep(self) -> None:
        """Beat until cancelled."""
        while True:
            with suppress(StoreUnavailable, ReplyLost, RedisError):  # that is what it is for
                await self.beat()
            await asyncio.sleep(BEAT_SECONDS)


def _recent(now: int, told: Iterable[bytes]) -> tuple[Outage, ...]:
    outages = (Outage(*map(int, each.split(b":"))) for each in told)
    return tuple(each for each in outages if each.ended > now - REMEMBERED_MS)
