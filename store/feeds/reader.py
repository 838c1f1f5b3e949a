"""Reads the feeds of all partitions from any position."""

from collections.abc import Mapping

from application.ports.public_feed import START, FeedReader, FeedSlice, Id, Positions
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.feeds.entries import decode_entries
from store.feeds.trimming import parse_id

_Command = tuple[Argument, ...]


class RedisFeedReader(FeedReader):
    """Sends one batch of commands for all partitions; a cluster routes each of them."""

    partitions = keyspace.PARTITIONS

    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def read(self, after: Mapping[int, Id], count: int) -> list[FeedSlice]:
        """Read each feed before the mark of its trimming, so that nothing is missed silently."""
        commands: list[_Command] = []
        for p, (ms, number) in after.items():
            commands.append(("XRANGE", keyspace.feed(p), f"({ms}-{number}", "+", "COUNT", count))
            commands.append(("GET", keyspace.trimmed(p)))
        replies = iter(await self._client.execute_all(commands))
        pairs = zip(replies, replies, strict=True)
        return [
            FeedSlice(p, decode_entries(p, found), _mark(trimmed))
            for p, (found, trimmed) in zip(after, pairs, strict=True)
        ]

    async def bounds(self) -> tuple[Positions, Positions]:
        commands: list[_Command] = []
        for p in range(self.partitions):
            commands.append(("GET", keyspace.trimmed(p)))
            commands.append(("XREVRANGE", keyspace.feed(p), "+", "-", "COUNT", 1))
        replies = iter(await self._client.execute_all(commands))
        oldest, newest = [], []
        for trimmed, last in zip(replies, replies, strict=True):
            oldest.append(_mark(trimmed))
            newest.append(parse_id(last[0][0]) if last else _mark(trimmed))
        return tuple(oldest), tuple(newest)


def _mark(trimmed: bytes | None) -> Id:
    return START if trimmed is None else parse_id(trimmed)
