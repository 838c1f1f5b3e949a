"""A lease: of several processes one works, and the others stand by."""

import asyncio

from store.client.base import StoreClient


async def take_lease(client: StoreClient, key: str, holder: str, ms: int) -> bool:
    """Take or renew a lease; two holders do no harm, only double work."""
    if await client.execute("SET", key, holder, "NX", "PX", ms) is not None:
        return True
    if await client.execute("GET", key) != holder.encode():
        return False
    await client.execute("PEXPIRE", key, ms)
    return True


class Lease:
    """A lease that is renewed when a third of it is over."""

    def __init__(self, client: StoreClient, key: str, holder: str, ms: int) -> None:
        self._client, self._key, self._holder, self._ms = client, key, holder, ms
        self._renew_at = 0.0

    async def hold(self) -> bool:
        """Return whether this process has the lease."""
        now = asyncio.get_running_loop().time()
        if now >= self._renew_at:
            if not await take_lease(self._client, self._key, self._holder, self._ms):
                return False
            self._renew_at = now + self._ms / 3000
        return True
