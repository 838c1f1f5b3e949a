"""Trims the feeds: what every group has processed, and no follower still reads, is dropped."""

from typing import Any

from redis.exceptions import ResponseError

from application.ports.archive import FeedTrim
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.lua import functions

PAGE = 1_000
Id = tuple[int, int]


class RedisFeedTrim(FeedTrim):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def trim(self, before_ms: int) -> None:
        for p in range(keyspace.PARTITIONS):
            until = await processed(self._client, keyspace.feed(p))
            first = min([(before_ms, 0), *((ms, nth + 1) for ms, nth in until.values())])
            keys: list[Any] = [keyspace.feed(p), keyspace.trimmed(p)]
            await functions.call(self._client, "trim_feed", keys, f"{first[0]}-{first[1]}")

    async def unsettled(self) -> set[TableId]:
        starts = dict.fromkeys(keyspace.LOG_QUEUES, "-")
        for key in keyspace.FEEDS:
            if until := (await processed(self._client, key)).values():
                ms, number = min(until)
                starts[key] = f"{ms}-{number + 1}"
        found: set[TableId] = set()
        for key, start in starts.items():
            while page := await self._client.execute("XRANGE", key, start, "+", "COUNT", PAGE):
                found |= {fields[1].decode("utf-8", "replace") for _, fields in page}
                start = "(" + page[-1][0].decode()
        return found


async def processed(client: StoreClient, key: str) -> dict[str, Id]:
    """Return the id up to which each group has acknowledged every entry of a feed."""
    try:
        groups = [_pairs(flat) for flat in await client.execute("XINFO", "GROUPS", key)]
    except ResponseError:  # there is no such feed yet
        return {}
    until: dict[str, Id] = {}
    for group in groups:
        name = group[b"name"]
        _, first, *_ = await client.execute("XPENDING", key, name)
        delivered = parse_id(group[b"last-delivered-id"])
        before_pending = delivered if first is None else _before(parse_id(first))
        until[name.decode()] = min(delivered, before_pending)
    return until


def parse_id(raw: bytes) -> Id:
    """Return the two numbers of the id of a stream entry."""
    ms, _, nth = raw.partition(b"-")
    return int(ms), int(nth or 0)


def _before(id_: Id) -> Id:
    return id_[0], id_[1] - 1


def _pairs(flat: list[Any]) -> dict[bytes, Any]:
    return dict(zip(flat[::2], flat[1::2], strict=True))
