"""How far each reader of the feeds has come: its position in every partition."""

from collections.abc import Mapping, Sequence

from application.ports.feeds import START, Id, Move, Overtaken, Positions, Resumed
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.client.replies import is_unreachable, raise_first_error
from store.lua import functions

PAGE = 1_000  # entries that are counted in each partition
BACK_MS = 60_000  # by which a reader goes back if the entry at its position was lost


class RedisPositions:
    """How far a reader has come; they are stored beside what it writes."""

    def __init__(self, client: StoreClient, reader: str) -> None:
        self._client = client
        self.key = keyspace.positions(reader)

    async def read(self) -> Positions:
        found = await self._client.execute("HMGET", self.key, *range(keyspace.PARTITIONS))
        return tuple(START if each is None else parse_id(each) for each in found)

    async def count(self) -> int:
        return int(await self._client.execute("HGET", self.key, "count") or 0)

    async def resume(self) -> Resumed:
        """Return where to read on, and whether commits were trimmed unread.

        An entry that is gone and was not trimmed was lost by a fail-over: others may have come
        with smaller ids, so the reader goes back a minute.
        """
        stored = await self.read()
        commands: list[tuple[Argument, ...]] = []
        for p, id_ in enumerate(stored):
            at = written(id_)
            commands.append(("XRANGE", keyspace.feed(p), at, at))
            commands.append(("GET", keyspace.trimmed(p)))
        replies = iter(await self._client.execute_reachable(commands))
        begin, missed = list(stored), False
        for p, (entry, mark) in enumerate(zip(replies, replies, strict=True)):
            if is_unreachable(entry) or is_unreachable(mark):
                continue
            raise_first_error([entry, mark])
            trimmed = START if mark is None else parse_id(mark)
            missed = missed or stored[p] < trimmed
            lost = not entry and stored[p] > trimmed
            begin[p] = max(back(stored[p]) if lost else stored[p], trimmed)
        return Resumed(stored, tuple(begin), missed)

    async def advance(self, move: Move) -> None:
        """Move on; raises Overtaken."""
        words = move_words(move)
        if not await functions.call(self._client, "advance_reader", [self.key], *words):
            raise Overtaken


def back(id_: Id) -> Id:
    """Return the position a minute before this one."""
    return max(0, id_[0] - BACK_MS), 0


def parse_id(raw: bytes) -> Id:
    """Return the two numbers of the id of a stream entry."""
    ms, _, nth = raw.partition(b"-")
    return int(ms), int(nth or 0)


def written(id_: Id) -> str:
    return f"{id_[0]}-{id_[1]}"


def move_words(move: Move) -> list[Argument]:
    """Return the arguments of a script that moves a reader on; see `feed_readers.lua`."""
    steps = [
        word
        for p, (seen, reached) in move.steps.items()
        for word in (p, "" if seen == START else written(seen), written(reached))
    ]
    return [move.commits, *steps]


async def all_positions(client: StoreClient, readers: Sequence[str]) -> Mapping[str, Positions]:
    """Return the positions of these readers."""
    return {reader: await RedisPositions(client, reader).read() for reader in readers}


async def lags(client: StoreClient, readers: Sequence[str]) -> dict[str, int]:
    """Return how many commits each reader has yet to process, counting `PAGE` in a partition."""
    found = await all_positions(client, readers)
    behind = dict.fromkeys(readers, 0)
    last = [("XREVRANGE", key, "+", "-", "COUNT", 1) for key in keyspace.FEEDS]
    ends = await client.execute_all(last)
    for p, end in enumerate(ends):
        for reader in readers:
            after = found[reader][p]
            if end and parse_id(end[0][0]) > after:
                start = f"({written(after)}"
                late = await client.execute("XRANGE", keyspace.feed(p), start, "+", "COUNT", PAGE)
                behind[reader] += len(late)
    return behind
