"""Which tables want a time-out, by the store's clock; a lease that is lost comes back by itself."""

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from application.ports.webhooks import DeliveryRef
from domain.kernel.ids import TableId
from store.client.base import StoreClient
from store.client.replies import is_unreachable, raise_first_error
from store.keyspace import DEADLINES, DUE_DELIVERIES
from store.lua import functions


class Overdue(NamedTuple):
    time: float
    seen: bytes  # the same, as the store wrote it
    table: bytes
    due: str  # the sorted set it stands in


class DueSets:
    """Sorted sets of members by the time they are due."""

    def __init__(self, client: StoreClient, dues: Sequence[str]) -> None:
        self._client = client
        self._dues = dues

    async def lease_members(self, now_ms: int | None, limit: int, lease_ms: int) -> list[str]:
        """Return the longest overdue members, each for one caller only until the lease ends."""
        _, overdue = await self._overdue(now_ms, limit)
        chosen: defaultdict[str, list[bytes]] = defaultdict(list)
        for entry in sorted(overdue)[:limit]:
            chosen[entry.due] += (entry.table, entry.seen)
        leased = await functions.call_reachable(
            self._client,
            [
                functions.fcall("lease", [due], _clock(now_ms), lease_ms, *seen)
                for due, seen in chosen.items()
            ],
        )
        return [table.decode() for tables in leased for table in tables or ()]

    async def lateness(self) -> float | None:
        """By how many seconds the longest overdue table is overdue; None if none is."""
        now, overdue = await self._overdue(None, 1)
        return (now - min(overdue).time) / 1000 if overdue else None

    async def _overdue(self, now_ms: int | None, limit: int) -> tuple[int, list[Overdue]]:
        """Where a server is away, those of the others."""
        answers = await functions.call_reachable(
            self._client,
            [functions.fcall("overdue", [due], _clock(now_ms), limit) for due in self._dues],
        )
        told = [(due, *said) for due, said in zip(self._dues, answers, strict=True) if said]
        return max(now for _, now, _ in told), [
            Overdue(float(seen), seen, table, due)
            for due, _, flat in told
            for table, seen in zip(flat[::2], flat[1::2], strict=True)
        ]


class RedisDeadlines(DueSets):
    """Tables that want a time-out."""

    def __init__(self, client: StoreClient) -> None:
        super().__init__(client, DEADLINES)

    async def lease(
        self, now_ms: int | None = None, limit: int = 100, lease_ms: int = 5_000
    ) -> list[TableId]:
        return await self.lease_members(now_ms, limit, lease_ms)

    async def everywhere(self, at_once: int = 200) -> AsyncIterator[list[TableId]]:
        """All tables that wait for a time, due or not; some perhaps twice, none that is away."""
        cursors = dict.fromkeys(DEADLINES, b"0")
        while cursors:
            asked = [("ZSCAN", due, cursor, "COUNT", at_once) for due, cursor in cursors.items()]
            answers = zip(cursors, await self._client.execute_reachable(asked), strict=True)
            there = {due: answer for due, answer in answers if not is_unreachable(answer)}
            raise_first_error(list(there.values()))
            for _, flat in there.values():
                if flat:
                    yield [table.decode() for table in flat[::2]]
            cursors = {due: cursor for due, (cursor, _) in there.items() if cursor != b"0"}


class RedisDueDeliveries(DueSets):
    """Webhook deliveries that wait for an attempt."""

    def __init__(self, client: StoreClient) -> None:
        super().__init__(client, (DUE_DELIVERIES,))

    async def lease(
        self, now_ms: int | None = None, limit: int = 100, lease_ms: int = 5_000
    ) -> list[DeliveryRef]:
        return [DeliveryRef(member) for member in await self.lease_members(now_ms, limit, lease_ms)]


def _clock(now_ms: int | None) -> str | int:
    return "" if now_ms is None else now_ms
