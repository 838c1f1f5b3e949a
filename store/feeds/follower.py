"""One reader per process tails all feeds while anybody waits, and wakes whom it concerns."""

import asyncio

from application.settings import store_seconds
from store.client.connection import Argument, Connection
from store.client.pipeline import PipelinedClient
from store.client.replies import raise_first_error
from store.feeds.follower_base import BLOCK_SECONDS, BREATH, FollowerBase
from store.keyspace import FEEDS

PATIENCE = 2.0  # seconds beyond the block after which the server is given up


class RedisFollower(FollowerBase):
    """On one server: one command waits for all feeds."""

    def __init__(self, url: str) -> None:
        super().__init__(PipelinedClient(url))
        self._connection = Connection(url)
        self._patience = max(PATIENCE, store_seconds())
        self._ids: list[bytes] = []

    async def aclose(self) -> None:
        await super().aclose()
        await self._connection.aclose()

    async def _find_ends(self) -> None:
        commands = [("XREVRANGE", name, "+", "-", "COUNT", 1) for name in FEEDS]
        answers = raise_first_error(await self._connection.exchange(commands, self._patience))
        self._ids = [entries[0][0] if entries else b"0-0" for entries in answers]
        self._versions.clear()
        await self._look_up(list(self._waiters))

    async def _read_on(self) -> None:
        block = int(BLOCK_SECONDS * 1000)
        command: tuple[Argument, ...] = ("XREAD", "BLOCK", block, "STREAMS", *FEEDS, *self._ids)
        [streams] = raise_first_error(
            await self._connection.exchange([command], BLOCK_SECONDS + self._patience)
        )
        for name, entries in streams or ():
            self._ids[FEEDS.index(name.decode())] = entries[-1][0]
            for _, fields in entries:
                self._hear(fields[1].decode(), int(fields[5]))
        if streams:
            await asyncio.sleep(BREATH)
