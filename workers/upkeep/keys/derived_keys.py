"""Mends derived keys. Sources (events, heads, seeds) are never written here."""

from collections.abc import Mapping, Sequence

from domain.judging.stored import RowParts
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.lists import list_keys
from store.lists.list_keys import FINISHED_COUNT, FINISHED_ORDER, FINISHED_PLACES
from store.lists.read_model import FIRST_GENERATION
from store.lua import functions
from workers.upkeep.keys.inspection import MODELS
from workers.upkeep.keys.key_kinds import kind_of

AT_ONCE = 500
PAGE = 1_000
LOOK_AGAIN = "[2]"  # notes of a commit that may have changed anything


class DerivedKeys:
    """Changes of derived keys; each is safe while people play."""

    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def delete(self, key: str) -> None:
        """Delete a derived key; what it held is rebuilt afterwards."""
        kind = kind_of(key)
        assert kind is not None
        assert kind.origin != "source"
        await self._client.execute("UNLINK", key)

    async def put_idempotency(
        self, table: TableId, records: Mapping[bytes, bytes], unknown: Sequence[bytes]
    ) -> None:
        """Put records in place and delete unknown ones."""
        key = keyspace.idempotency(table)
        if unknown:
            await self._client.execute("HDEL", key, *unknown)
        if records:
            flat = [part for pair in records.items() for part in pair]
            await self._client.execute("HSET", key, *flat)

    async def put_row(self, table: TableId, version: int, parts: RowParts) -> None:
        """Store the row of a table, unless it has another version by now."""
        await functions.call(self._client, "put_row", [keyspace.meta(table)], version, *parts)

    async def put_due(
        self, partition: int, table: TableId, due: int | None, seen: float | None
    ) -> None:
        """Let the timers look at a table at this time, unless it was changed since."""
        key = keyspace.deadlines(partition)
        arguments = (table, "" if seen is None else f"{seen:.0f}", "" if due is None else due)
        await functions.call(self._client, "put_due", [key], *arguments)

    async def mend_feed(
        self,
        partition: int,
        wrong: Sequence[str] = (),
        missing: Sequence[tuple[TableId, int, int]] = (),
    ) -> None:
        """Delete entries, and add the missing commits at the end."""
        key = keyspace.feed(partition)
        if wrong:
            await self._client.execute("XDEL", key, *wrong)
        for table, first, last in missing:
            await self._client.execute(
                "XADD", key, "*", "t", table, "f", first, "l", last, "n", LOOK_AGAIN
            )

    async def replace_order(self, tables: Sequence[tuple[int, TableId]], placed: int) -> None:
        """Write the order of finished tables in the store, and how many places were given."""
        await self._client.execute("UNLINK", FINISHED_ORDER, FINISHED_PLACES)
        for place, table in tables:
            await self._client.execute("XADD", FINISHED_ORDER, f"{place}-0", "t", table)
            await self._client.execute("HSET", FINISHED_PLACES, table, place)
        await self._client.execute("SET", FINISHED_COUNT, placed)

    async def put_registry(
        self, partition: int, missing: Sequence[TableId], extra: Sequence[TableId]
    ) -> None:
        """Add tables to the registry of a partition, and take others out of it."""
        key = keyspace.tables(partition)
        if missing:
            await self._client.execute("SADD", key, *missing)
        if extra:
            await self._client.execute("SREM", key, *extra)

    async def tidy(self, name: str) -> None:
        """Delete generations of a read model that are not in use, and mend their count."""
        keys = MODELS[name]
        current = await self._client.execute("GET", keys.current)
        in_use = FIRST_GENERATION if current is None else current.decode("utf-8", "replace")
        if keys == list_keys.LEADERBOARD:
            await self._bound_position(keys.position(in_use))
        found = await self._generations(keys.tag)
        numbers = [int(each[1:]) for each in found if each[1:].isdigit()]
        await self._client.execute("SET", keys.count, max(numbers, default=0))
        await self._client.execute("DEL", keys.next)
        unused = [key for each in found if each != in_use for key in found[each]]
        for start in range(0, len(unused), AT_ONCE):
            await self._client.execute("UNLINK", *unused[start : start + AT_ONCE])

    async def _bound_position(self, position: str) -> None:
        """Put the position of the boards back into the order: none is served that is behind it."""
        length = int(await self._client.execute("GET", FINISHED_COUNT) or 0)
        stored = await self._client.execute("GET", position) or b"0"
        if not stored.isdigit() or int(stored) > length:
            await self._client.execute("SET", position, length)

    async def _generations(self, tag: str) -> dict[str, list[str]]:
        """Return the keys of each generation of a read model."""
        found: dict[str, list[str]] = {}
        for server in await self._client.servers():
            cursor = b"0"
            while True:
                scan = ("SCAN", cursor, "MATCH", f"{tag}:*:*", "COUNT", PAGE)
                cursor, names = await server.execute(*scan)
                for key in (name.decode() for name in names):
                    if not key.startswith(list_keys.NOTICES):
                        found.setdefault(key.split(":")[1], []).append(key)
                if cursor == b"0":
                    break
        return found
