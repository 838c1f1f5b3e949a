"""Who listens to a table, on all processes; whoever is not renewed in time is forgotten."""

from collections.abc import Iterable, Sequence

from domain.kernel.ids import TableId
from store import keyspace
from store.client.connection import Argument
from store.client.pipeline import AnyPipe


class RedisPresence:
    def __init__(self, pipe: AnyPipe) -> None:
        self._pipe = pipe

    async def renew(
        self, table: TableId, here: Iterable[str], gone: Iterable[str], now_ms: int, keep_ms: int
    ) -> list[str]:
        """These are here for another while, those have left; everybody who is here now."""
        key = keyspace.here(table)
        scores = [word for name in here for word in (now_ms + keep_ms, name)]
        left = list(gone)
        commands: list[Sequence[Argument]] = []
        if scores:
            commands += [("ZREMRANGEBYSCORE", key, "-inf", now_ms), ("ZADD", key, *scores)]
            commands += [("PEXPIRE", key, keep_ms)]
        if left:
            commands += [("ZREM", key, *left)]
        commands += [("ZRANGEBYSCORE", key, f"({now_ms}", "+inf")]
        return [name.decode() for name in (await self._pipe.ask_all(commands))[-1]]
