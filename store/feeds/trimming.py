"""Trims the feeds: what every reader has processed, and no follower still reads, is dropped."""

from typing import Any

from application.ports.feeds import READERS, Id
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.feeds.positions import all_positions, written
from store.lua import functions

PAGE = 1_000


class RedisFeedTrim:
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def trim_public(self, before_ms: int) -> None:
        """Drop commits of the public feed that are older than this."""
        keys: list[Any] = [keyspace.PUBLIC_FEED, keyspace.PUBLIC_TRIMMED]
        await functions.call(self._client, "trim_feed", keys, f"{before_ms}-0")

    async def trim(self, before_ms: int) -> None:
        """Drop commits that every reader has processed and that are older than this."""
        for p, (ms, nth) in enumerate(await self._processed()):
            first = min((before_ms, 0), (ms, nth + 1))
            keys: list[Any] = [keyspace.feed(p), keyspace.trimmed(p)]
            await functions.call(self._client, "trim_feed", keys, written(first))

    async def unsettled(self) -> set[TableId]:
        """Return the tables with commits that a group or the public log has not processed."""
        starts = dict.fromkeys(keyspace.LOG_QUEUES, "-")
        for p, until in enumerate(await self._processed()):
            starts[keyspace.feed(p)] = f"({written(until)}"
        found: set[TableId] = set()
        for key, start in starts.items():
            while page := await self._client.execute("XRANGE", key, start, "+", "COUNT", PAGE):
                found |= {fields[1].decode("utf-8", "replace") for _, fields in page}
                start = "(" + page[-1][0].decode()
        return found

    async def _processed(self) -> list[Id]:
        """Return the entry of each partition up to which every reader has processed its feed."""
        positions = await all_positions(self._client, READERS)
        return [min(ids) for ids in zip(*positions.values(), strict=True)]
