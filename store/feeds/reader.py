"""Reads the feeds of all partitions from any position."""

from collections.abc import Mapping

from application.ports.feeds import START, FeedReader, FeedSlice, Id, Positions
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.feeds.entries import decode_entries
from store.feeds.positions import back, parse_id, written

_Command = tuple[Argument, ...]


class RedisFeedReader(FeedReader):
    """Sends one batch of commands for all partitions; a cluster routes each of them."""

    partitions = keyspace.PARTITIONS

    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def read(self, after: Mapping[int, Id], count: int) -> list[FeedSlice]:
        """Read each feed before the mark of its trimming, so that nothing is missed silently.

        Each is read from the entry at the position on. If that is gone and was not trimmed, a
        fail-over has lost it, and others may have come with smaller ids: a minute is read again.
        """
        slices = await self._slices(after, count + 1)
        lost = {
            each.partition: max(back(after[each.partition]), each.trimmed)
            for each in slices
            if after[each.partition] > each.trimmed
            and not (each.entries and each.entries[0].id == after[each.partition])
        }
        again = {each.partition: each for each in await self._slices(lost, count)} if lost else {}
        return [again.get(each.partition) or _after(each, after, count) for each in slices]

    async def _slices(self, start: Mapping[int, Id], count: int) -> list[FeedSlice]:
        """Return the entries from these positions on."""
        commands: list[_Command] = []
        for p, id_ in start.items():
            commands.append(("XRANGE", keyspace.feed(p), written(id_), "+", "COUNT", count))
            commands.append(("GET", keyspace.trimmed(p)))
        replies = iter(await self._client.execute_all(commands))
        pairs = zip(replies, replies, strict=True)
        return [
            FeedSlice(p, decode_entries(p, found), _mark(trimmed))
            for p, (found, trimmed) in zip(start, pairs, strict=True)
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


def _after(found: FeedSlice, after: Mapping[int, Id], count: int) -> FeedSlice:
    entries = [each for each in found.entries if each.id > after[found.partition]]
    return found._replace(entries=entries[:count])


def _mark(trimmed: bytes | None) -> Id:
    return START if trimmed is None else parse_id(trimmed)
