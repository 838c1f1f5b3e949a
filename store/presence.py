"""Who listens to a table, on all processes; whoever is not renewed in time is forgotten."""

from collections.abc import Iterable, Sequence

from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument


class RedisPresence:
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def renew(
        self, table: TableId, here: Iterable[str], gone: Iterable[str], now_ms: int, keep_ms: int
    ) -> list[str]:
        """These are here for another while, those have left; everybody who is here now."""
        key = keyspace.presence(table)
        scores = [word for name in here for word in (now_ms + keep_ms, name)]
        left = list(gone)
        commands: list[Sequence[Argument]] = []
        if scores:
            commands += [("ZREMRANGEBYSCORE", key, "-inf", now_ms), ("ZADD", key, *scores)]
            commands += [("PEXPIRE", key, keep_ms)]
        if left:
            commands += [("ZREM", key, *left)]
        commands += [("ZRANGEBYSCORE", key, f"({now_ms}", "+inf")]
        return [name.decode() for name in (await self._client.execute_all(commands))[-1]]
