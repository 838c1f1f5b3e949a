"""Quotas in Redis: sorted sets of what a caller holds, and the moment at which it may go on."""

from collections.abc import Sequence

from application.quotas import Kind, QuotaStore
from application.setting_values import Quota
from store.client.base import StoreClient
from store.lua import functions
from store.people import people_keys


class RedisQuotas(QuotaStore):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def hold(self, kind: Kind, caller: str, member: str, most: int, seconds: float) -> bool:
        key = people_keys.quota(kind, caller)
        milliseconds = max(1, int(1000 * seconds))
        return bool(await functions.call(self._client, "hold", [key], member, most, milliseconds))

    async def release(self, kind: Kind, caller: str, members: Sequence[str]) -> None:
        if members:
            await self._client.execute("ZREM", people_keys.quota(kind, caller), *members)

    async def some_held(self, kind: Kind, caller: str, limit: int) -> list[str]:
        key = people_keys.quota(kind, caller)
        found = await self._client.execute("ZRANDMEMBER", key, limit)
        return [member.decode() for member in found]

    async def spend(self, kind: Kind, caller: str, quota: Quota) -> float:
        key, period = people_keys.quota(kind, caller), 1000 * quota.seconds
        wait: int = await functions.call(self._client, "spend", [key], quota.most, period)
        return wait / 1000
