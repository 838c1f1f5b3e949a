"""Members of sorted sets that are due, by the store's clock; leases expire."""

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from application.ports.webhooks import DueWebhook
from domain.kernel.ids import TableId
from store.client.base import StoreClient
from store.client.replies import is_unreachable, raise_first_error
from store.keyspace import DEADLINES, deadlines, partition
from store.lua import functions
from store.people.people_keys import DUE_PUBLIC_WEBHOOKS, DUE_WEBHOOKS


class Overdue(NamedTuple):
    time: float
    seen: bytes  # the same, as the store wrote it
    member: bytes
    due_set: str


class DueSets:
    """Sorted sets of members by the time they are due."""

    def __init__(self, client: StoreClient, due_sets: Sequence[str]) -> None:
        self._client = client
        one_call = [due_sets] if client.single_server else [[each] for each in due_sets]
        self._together: Sequence[Sequence[str]] = one_call  # what one call can read

    async def lease_members(self, now_ms: int | None, limit: int, lease_ms: int) -> list[str]:
        """Return the longest overdue members, each for one caller only until the lease ends."""
        _, overdue = await self._overdue(now_ms, limit)
        chosen: defaultdict[str, list[bytes]] = defaultdict(list)
        for entry in sorted(overdue)[:limit]:
            chosen[entry.due_set] += (entry.member, entry.seen)
        leased = await functions.call_reachable(
            self._client,
            [
                functions.fcall("lease", [due_set], _time(now_ms), lease_ms, *seen)
                for due_set, seen in chosen.items()
            ],
        )
        return [member.decode() for members in leased for member in members or ()]

    async def lateness(self) -> float | None:
        now, overdue = await self._overdue(None, 1)
        return (now - min(overdue).time) / 1000 if overdue else None

    async def _overdue(self, now_ms: int | None, limit: int) -> tuple[int, list[Overdue]]:
        """Return the store's time and what is overdue on the servers that can be reached."""
        replies = await functions.call_reachable(
            self._client,
            [
                functions.fcall("overdue", list(due_sets), _time(now_ms), limit)
                for due_sets in self._together
            ],
        )
        found = [
            (sets, *reply) for sets, reply in zip(self._together, replies, strict=True) if reply
        ]
        return max(now for _, now, _ in found), [
            Overdue(float(seen), seen, member, due_set)
            for due_sets, _, lists in found
            for due_set, flat in zip(due_sets, lists, strict=True)
            for member, seen in zip(flat[::2], flat[1::2], strict=True)
        ]


class RedisDeadlines(DueSets):
    """Tables by the deadline of their decision."""

    def __init__(self, client: StoreClient) -> None:
        super().__init__(client, DEADLINES)

    async def lease(
        self, now_ms: int | None = None, limit: int = 100, lease_ms: int = 5_000
    ) -> list[TableId]:
        """Return the longest overdue tables, each for one caller only until `lease_ms` from now."""
        return await self.lease_members(now_ms, limit, lease_ms)

    async def look_again(self, tables: Sequence[TableId], at_ms: int) -> None:
        """Make leased tables due at this time, unless their lease ends before."""
        commands = [("ZADD", deadlines(partition(t)), "XX", "LT", at_ms, t) for t in tables]
        await self._client.execute_reachable(commands)

    async def everywhere(self, at_once: int = 200) -> AsyncIterator[list[TableId]]:
        """Yield all tables that have a deadline, due or not; some perhaps twice."""
        cursors = dict.fromkeys(DEADLINES, b"0")
        while cursors:
            commands = [("ZSCAN", key, cursor, "COUNT", at_once) for key, cursor in cursors.items()]
            replies = zip(cursors, await self._client.execute_reachable(commands), strict=True)
            found = {key: reply for key, reply in replies if not is_unreachable(reply)}
            raise_first_error(list(found.values()))
            for _, flat in found.values():
                if flat:
                    yield [table.decode() for table in flat[::2]]
            cursors = {key: cursor for key, (cursor, _) in found.items() if cursor != b"0"}


class RedisDueWebhooks(DueSets):
    """Webhooks by the time of their next attempt: those for public notices, or all others."""

    def __init__(self, client: StoreClient, public: bool = False) -> None:
        self._public, self._key = public, DUE_PUBLIC_WEBHOOKS if public else DUE_WEBHOOKS
        super().__init__(client, (self._key,))

    async def overdue(self, limit: int) -> list[DueWebhook]:
        """Return the webhooks that are overdue longest."""
        _, overdue = await self._overdue(None, limit)
        return [DueWebhook(each.member.decode(), each.seen, self._public) for each in overdue]

    async def postpone(self, webhooks: Sequence[DueWebhook], ms: int) -> None:
        """Move the due time of those that were not changed meanwhile."""
        if webhooks:
            seen = [word for each in webhooks for word in (each.id, each.seen)]
            await functions.call(self._client, "lease", [self._key], "", ms, *seen)


def _time(now_ms: int | None) -> str | int:
    return "" if now_ms is None else now_ms
