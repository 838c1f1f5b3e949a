"""Reads the public feed from any position."""

from application.ports.feeds import START, FeedReader, FeedSlice, Id
from store import keyspace
from store.client.base import StoreClient
from store.feeds.entries import decode_entries
from store.feeds.positions import back, parse_id, written


class RedisFeedReader(FeedReader):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def read(self, after: Id, count: int) -> FeedSlice:
        """Read from the entry at the position on.

        If that is gone and was not trimmed, a fail-over has lost it, and others may have come with
        smaller ids: a minute is read again.
        """
        found = await self._slice(after, count + 1)
        if after > found.trimmed and not (found.entries and found.entries[0].id == after):
            return await self._slice(max(back(after), found.trimmed), count)
        entries = [each for each in found.entries if each.id > after]
        return found._replace(entries=entries[:count])

    async def _slice(self, start: Id, count: int) -> FeedSlice:
        """Read before the mark of the trimming, so that nothing is missed silently."""
        found, trimmed = await self._client.execute_all(
            [
                ("XRANGE", keyspace.PUBLIC_FEED, written(start), "+", "COUNT", count),
                ("GET", keyspace.PUBLIC_TRIMMED),
            ]
        )
        return FeedSlice(decode_entries(0, found), _mark(trimmed))

    async def bounds(self) -> tuple[Id, Id]:
        trimmed, last = await self._client.execute_all(
            [
                ("GET", keyspace.PUBLIC_TRIMMED),
                ("XREVRANGE", keyspace.PUBLIC_FEED, "+", "-", "COUNT", 1),
            ]
        )
        return _mark(trimmed), parse_id(last[0][0]) if last else _mark(trimmed)


def _mark(trimmed: bytes | None) -> Id:
    return START if trimmed is None else parse_id(trimmed)
