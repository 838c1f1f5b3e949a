"""Reads the store key by key, as it is; nothing is changed here."""

import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

from application.ports.feeds import READERS
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.pipeline import PipelinedClient
from store.feeds.positions import all_positions, parse_id
from store.lists import list_keys
from store.lists.list_keys import FINISHED_COUNT, FINISHED_ORDER, FINISHED_PLACES, ReadModelKeys
from store.lists.read_model import FIRST_GENERATION
from workers.upkeep.keys.found import FoundEntry, KeyFault, ModelContents, feed_line
from workers.upkeep.keys.key_kinds import KeyKind, kind_of

PAGE = 1_000
OURS = re.compile(
    r"\{(?:p\d\d|tables|leaderboard|accounts|administration|usage|seeks|tickets|audits|heartbeat"
    r"|presence|webhooks|archive|log|store)\}:.*",
    re.DOTALL,
)
OF_TABLE = re.compile(r"\{p(\d\d)\}:table:([a-z2-7]{26}):(?:events|meta|seed|keys)")
OUTAGE = re.compile(rb"(\d{1,15}):(\d{1,15})")
CLAIM = re.compile(rb"\d+:\d+:[\w-]*:\d+(?: [\w-]*:\d+:\d+)*")
MODELS: dict[str, ReadModelKeys] = {
    "table_list": list_keys.TABLE_LIST,
    "leaderboard": list_keys.LEADERBOARD,
}


class Inspection:
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def registry(self, partition: int) -> set[TableId]:
        members = await self._client.execute("SMEMBERS", keyspace.tables(partition))
        return {member.decode("utf-8", "replace") for member in members}

    async def exists(self, table: TableId) -> bool:
        keys = (keyspace.meta(table), keyspace.events(table))
        return bool(await self._client.execute("EXISTS", *keys))

    async def trimmed_until(self, partition: int) -> int:
        """Return up to when the feed of a partition was trimmed, in ms since 1970; 0 for never."""
        id_: bytes | None = await self._client.execute("GET", keyspace.trimmed(partition))
        return 0 if id_ is None else parse_id(id_)[0]

    async def placed(self) -> str:
        """Return how many places were given, as it is stored."""
        return _text(await self._client.execute("GET", FINISHED_COUNT))

    def model_key(self, model: str, generation: str, part: str, name: str) -> str:
        """Return the name of a part of a read model; `name` is that of an index."""
        keys = MODELS[model]
        if part == "index":
            return keys.index(generation, name)
        if part in ("current", "next", "count"):
            return str(getattr(keys, part))
        return str(getattr(keys, part)(generation))

    async def tables(self) -> dict[int, set[TableId]]:
        """Return, by partition, every table that any key of a table is named after."""
        found: dict[int, set[TableId]] = {p: set() for p in range(keyspace.PARTITIONS)}
        async for _, keys in self._keys():
            for key in keys:
                if of_table := OF_TABLE.fullmatch(key):
                    found[keyspace.partition(of_table[2])].add(of_table[2])
        return found

    async def faults(self) -> AsyncIterator[KeyFault]:
        """Yield every key that can be seen to be wrong by itself."""
        async for server, keys in self._keys():
            types = await server.execute_all([("TYPE", key) for key in keys])
            for key, type_ in zip(keys, types, strict=True):
                kind = kind_of(key)
                why = _wrong_type(kind, type_.decode())
                if why is None and kind is not None and kind.origin == "passing":
                    why = await self._formless(key, kind)
                if why is not None:
                    yield _fault(key, kind, why)

    async def idempotency(self, table: TableId) -> dict[bytes, bytes]:
        """Return the records of idempotency keys of a table."""
        return _pairs(await self._client.execute("HGETALL", keyspace.idempotency(table)))

    async def due(self, table: TableId) -> float | None:
        """Return when the timers will look at this table, in ms since 1970."""
        return _score(await self._client.execute(*_due(table)))

    async def keys_of(
        self, tables: Sequence[TableId]
    ) -> list[tuple[dict[bytes, bytes], float | None]]:
        """Return what `idempotency` and `due` return, for each of these tables."""
        records = [("HGETALL", keyspace.idempotency(table)) for table in tables]
        found = await self._client.execute_all([*records, *map(_due, tables)])
        both = zip(found[: len(tables)], found[len(tables) :], strict=True)
        return [(_pairs(flat), _score(score)) for flat, score in both]

    async def dues(self, partition: int) -> dict[TableId, float]:
        """Return when the timers will look at each table of a partition."""
        key = keyspace.deadlines(partition)
        flat = await self._client.execute("ZRANGE", key, 0, -1, "WITHSCORES")
        pairs = _pairs(flat).items()
        return {table.decode("utf-8", "replace"): float(score) for table, score in pairs}

    async def now(self) -> int:
        servers = await self._client.servers()
        times = [await server.execute("TIME") for server in servers]
        return max(int(seconds) * 1000 + int(micros) // 1000 for seconds, micros in times)

    async def feed(self, partition: int) -> list[FoundEntry]:
        key = keyspace.feed(partition)
        positions = await all_positions(self._client, READERS)
        taken = [(reader, positions[reader][partition]) for reader in READERS]
        return [feed_line(id_, fields, taken) for id_, fields in await self._stream(key)]

    async def read_model(self, name: str) -> ModelContents:
        """Return the contents of `table_list` or `leaderboard`."""
        keys = MODELS[name]
        execute = self._client.execute
        generation = _text(await execute("GET", keys.current)) or FIRST_GENERATION
        position, names = keys.position(generation), keys.index_names(generation)
        before = _text(await execute("GET", position))
        index_names = frozenset(map(bytes.decode, await execute("SMEMBERS", names)))
        indexes = {name: await self._members(keys.index(generation, name)) for name in index_names}
        return ModelContents(
            generation,
            _text(await execute("GET", keys.next)),
            _text(await execute("GET", keys.count)),
            before,
            rows=await self._hash(keys.rows(generation)),
            places=await self._hash(keys.places(generation)),
            indexes=indexes,
            index_names=index_names,
            after=_text(await execute("GET", position)),
        )

    async def order(self) -> list[tuple[str, TableId]]:
        entries = await self._stream(FINISHED_ORDER)
        return [(id_.decode(), fields[1].decode("utf-8", "replace")) for id_, fields in entries]

    async def places(self) -> dict[TableId, str]:
        """Return the place of each finished table, as it is stored."""
        found = await self._hash(FINISHED_PLACES)
        return {table: place.decode("utf-8", "replace") for table, place in found.items()}

    async def _keys(self) -> AsyncIterator[tuple[PipelinedClient, list[str]]]:
        """Yield our keys, some at a time, with the server that has them; some perhaps twice."""
        for server in await self._client.servers():
            cursor = b"0"
            while True:
                cursor, names = await server.execute("SCAN", cursor, "COUNT", PAGE)
                keys = [name.decode("utf-8", "replace") for name in names]
                yield server, [key for key in keys if OURS.fullmatch(key)]
                if cursor == b"0":
                    break

    async def _stream(self, key: str) -> list[Any]:
        found: list[Any] = []
        start = "-"
        while page := await self._client.execute("XRANGE", key, start, "+", "COUNT", PAGE):
            found += page
            start = "(" + page[-1][0].decode()
        return found

    async def _hash(self, key: str) -> dict[str, bytes]:
        flat = await self._client.execute("HGETALL", key)
        return {name.decode("utf-8", "replace"): value for name, value in _pairs(flat).items()}

    async def _members(self, key: str) -> frozenset[str]:
        members = await self._client.execute("ZRANGE", key, 0, -1)
        return frozenset(member.decode("utf-8", "replace") for member in members)

    async def _formless(self, key: str, kind: KeyKind) -> str | None:
        """Return what is wrong with the content of a key that renews itself."""
        execute, why = self._client.execute, "Its content has not the form it should have."
        if kind.name == "outages":
            stored = await execute("LRANGE", key, 0, -1)
            return None if all(map(_is_outage, stored)) else why
        if kind.name == "heartbeat":
            last = await execute("HGET", key, "last")
            return None if last is None or last.isdigit() else why
        if kind.name == "claimed outages":
            return None if all(map(CLAIM.fullmatch, await execute("HVALS", key))) else why
        if kind.name == "evidence of outages":
            return None if all(ms.isdigit() for ms in await execute("HVALS", key)) else why
        return None


def _wrong_type(kind: KeyKind | None, type_: str) -> str | None:
    if kind is None:
        return "This server uses no key of this name."
    if type_ in (kind.type, "none") or not kind.type:  # none: it has just expired
        return None
    return f"It is a {type_} instead of a {kind.type}."


def _fault(key: str, kind: KeyKind | None, why: str) -> KeyFault:
    of_table = OF_TABLE.fullmatch(key)
    is_source = kind is None or kind.origin == "source"
    name = kind.name if kind else "unknown"
    return KeyFault(key, name, why, of_table[2] if of_table else None, is_source)


def _is_outage(stored: bytes) -> bool:
    span = OUTAGE.fullmatch(stored)
    return span is not None and int(span[1]) < int(span[2])


def _due(table: TableId) -> tuple[str, str, str]:
    return "ZSCORE", keyspace.deadlines(keyspace.partition(table)), table


def _score(raw: bytes | None) -> float | None:
    return None if raw is None else float(raw)


def _pairs(flat: Sequence[Any]) -> dict[Any, Any]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _text(value: bytes | None) -> str:
    return "" if value is None else value.decode("utf-8", "replace")
