"""The heartbeat: it beats while any process reaches the store; a long pause was an outage.

On a cluster one server may be unreachable and others not, so every partition has its own.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress

from redis.exceptions import RedisError

from application.ports.event_log import StoreUnavailable
from application.ports.heartbeat import Beat, Heartbeat
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.commands import Outage
from store import keyspace
from store.client.base import StoreClient
from store.client.replies import ReplyLost
from store.keyspace import HeartbeatKeys
from store.lua import functions

BEAT_SECONDS = 1.0
SHORTEST_OUTAGE_MS = 3_000
MOST_OUTAGES = 16
REMEMBERED_MS = 8 * 24 * 3_600_000  # longer than any decision may stay open


class StoreBeat(Value, frozen=True):
    """The store's time, and its recent outages: of all tables alike, or by partition."""

    now: int
    by_partition: tuple[tuple[Outage, ...], ...]

    @property
    def outages(self) -> tuple[Outage, ...]:
        return tuple(outage for outages in self.by_partition for outage in outages)

    def felt_at(self, table: TableId) -> tuple[Outage, ...]:
        return self.by_partition[keyspace.partition(table) % len(self.by_partition)]


class RedisHeartbeat(Heartbeat):
    def __init__(self, client: StoreClient) -> None:
        self._client = client
        one = (keyspace.HEARTBEAT,)
        self._keys = one if client.single_server else keyspace.PARTITION_HEARTBEATS

    async def beat(self) -> Beat:
        """Record that the store can be reached; raises StoreUnavailable if no server can be."""
        return await self._beat(self._keys)

    async def beat_of(self, table: TableId) -> Beat:
        """Record that the part of the store with this table can be reached."""
        return await self._beat([self._keys[keyspace.partition(table) % len(self._keys)]])

    async def _beat(self, hearts: Sequence[HeartbeatKeys]) -> StoreBeat:
        limits = (SHORTEST_OUTAGE_MS, MOST_OUTAGES)
        replies = await functions.call_reachable(
            self._client, [functions.fcall("beat", list(keys), *limits) for keys in hearts]
        )
        now = max(reply[0] for reply in replies if reply)
        return StoreBeat(now, tuple(_recent(now, reply[1] if reply else ()) for reply in replies))

    async def keep(self) -> None:
        """Beat until cancelled."""
        while True:
            with suppress(StoreUnavailable, ReplyLost, RedisError):  # an outage: beat after it
                await self.beat()
            await asyncio.sleep(BEAT_SECONDS)


def _recent(now: int, stored: Iterable[bytes]) -> tuple[Outage, ...]:
    outages = (Outage(*map(int, each.split(b":"))) for each in stored)
    return tuple(each for each in outages if each.ended > now - REMEMBERED_MS)
