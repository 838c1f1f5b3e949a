"""Follows the feeds of one server: one command waits for all of them."""

from store.client.connection import Argument, Connection
from store.client.pipeline import PipelinedClient
from store.client.replies import raise_first_error
from store.feeds.entries import decode_versions
from store.feeds.follower_base import BLOCK_SECONDS, FollowerBase
from store.keyspace import FEEDS

REPLY_SECONDS = 2.0  # for a reply, beyond the time that the server blocks


class RedisFollower(FollowerBase):
    def __init__(self, url: str, seconds: float) -> None:
        super().__init__(PipelinedClient(url, seconds))
        self._connection = Connection(url, seconds)
        self._reply_seconds = max(REPLY_SECONDS, seconds)
        self._last_ids: list[bytes] = []

    async def aclose(self) -> None:
        await super().aclose()
        self._connection.close()

    async def _seek_to_end(self) -> None:
        commands = [("XREVRANGE", name, "+", "-", "COUNT", 1) for name in FEEDS]
        replies = await self._connection.exchange(commands, self._reply_seconds)
        self._last_ids = [
            entries[0][0] if entries else b"0-0" for entries in raise_first_error(replies)
        ]
        self._versions.clear()
        self.gaps += 1
        await self._fetch_versions(self._wanted())

    async def _read_new(self) -> None:
        block = int(BLOCK_SECONDS * 1000)
        ids = self._last_ids
        command: tuple[Argument, ...] = ("XREAD", "BLOCK", block, "STREAMS", *FEEDS, *ids)
        replies = await self._connection.exchange([command], BLOCK_SECONDS + self._reply_seconds)
        [streams] = raise_first_error(replies)
        grown = [FEEDS.index(name.decode()) for name, _ in streams or ()]
        for p, (_, entries) in zip(grown, streams or (), strict=True):
            self._last_ids[p] = entries[-1][0]
            for table, version in decode_versions(entries):
                self._advanced(table, version)
        if streams:
            await self._gather()
