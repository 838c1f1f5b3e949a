"""Which streams are open at a table, over all processes; one that is not renewed expires."""

from collections.abc import Iterable, Sequence

from application.ports.presence import Presence
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument


class RedisPresence(Presence):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def renew(
        self, table: TableId, here: Iterable[str], gone: Iterable[str], now_ms: int, keep_ms: int
    ) -> list[str]:
        key = keyspace.presence(table)
        scores = [word for name in here for word in (now_ms + keep_ms, name)]
        closed = list(gone)
        commands: list[Sequence[Argument]] = []
        if scores:
            commands += [("ZREMRANGEBYSCORE", key, "-inf", now_ms), ("ZADD", key, *scores)]
            commands += [("PEXPIRE", key, keep_ms)]
        if closed:
            commands += [("ZREM", key, *closed)]
        commands += [("ZRANGEBYSCORE", key, f"({now_ms}", "+inf")]
        return [name.decode() for name in (await self._client.execute_all(commands))[-1]]
