"""Reads the store key by key, as it is; nothing is changed here."""

import re
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

from application.ports.feeds import READERS, Id
from application.ports.inspection import FeedLine, Inspection, KeyFault, ModelContents
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.pipeline import PipelinedClient
from store.feeds.positions import all_positions, parse_id
from store.key_kinds import KeyKind, kind_of
from store.keyspace import FINISHED_COUNT, FINISHED_ORDER, FINISHED_PLACES, ReadModelKeys
from store.versions import FIRST_GENERATION

PAGE = 1_000
OURS = re.compile(
    r"\{(?:p\d\d|tables|leaderboard|accounts|administration|usage|seeks|tickets|audits|heartbeat"
    r"|presence|webhooks|archive|log)\}:.*",
    re.DOTALL,
)
OF_TABLE = re.compile(r"\{p(\d\d)\}:table:([a-z2-7]{26}):(?:events|meta|seed|keys)")
OUTAGE = re.compile(rb"(\d{1,15}):(\d{1,15})")
CLAIM = re.compile(rb"\d+:\d+:[\w-]*:\d+(?: [\w-]*:\d+:\d+)*")
MODELS: dict[str, ReadModelKeys] = {
    "table_list": keyspace.TABLE_LIST,
    "leaderboard": keyspace.LEADERBOARD,
}


class RedisInspection(Inspection):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    def partitions(self) -> Iterable[int]:
        return range(keyspace.PARTITIONS)

    def table_keys(self, table: TableId) -> tuple[str, str, str]:
        deadlines = keyspace.deadlines(keyspace.partition(table))
        return keyspace.idempotency(table), deadlines, keyspace.meta(table)

    def feed_key(self, partition: int) -> str:
        return keyspace.feed(partition)

    def deadlines_key(self, partition: int) -> str:
        return keyspace.deadlines(partition)

    def order_keys(self) -> tuple[str, str]:
        return FINISHED_ORDER, FINISHED_PLACES

    def placed_key(self) -> str:
        return FINISHED_COUNT

    def registry_key(self, partition: int) -> str:
        return keyspace.tables(partition)

    async def registry(self, partition: int) -> set[TableId]:
        members = await self._client.execute("SMEMBERS", keyspace.tables(partition))
        return {member.decode("utf-8", "replace") for member in members}

    async def exists(self, table: TableId) -> bool:
        keys = (keyspace.meta(table), keyspace.events(table))
        return bool(await self._client.execute("EXISTS", *keys))

    async def trimmed_until(self, partition: int) -> int:
        id_: bytes | None = await self._client.execute("GET", keyspace.trimmed(partition))
        return 0 if id_ is None else parse_id(id_)[0]

    async def placed(self) -> str:
        return _text(await self._client.execute("GET", FINISHED_COUNT))

    def model_key(self, model: str, generation: str, part: str, name: str) -> str:
        keys = MODELS[model]
        if part == "index":
            return keys.index(generation, name)
        if part in ("current", "next", "count"):
            return str(getattr(keys, part))
        return str(getattr(keys, part)(generation))

    async def tables(self) -> dict[int, set[TableId]]:
        found: dict[int, set[TableId]] = {p: set() for p in self.partitions()}
        async for _, keys in self._keys():
            for key in keys:
                if of_table := OF_TABLE.fullmatch(key):
                    found[keyspace.partition(of_table[2])].add(of_table[2])
        return found

    async def faults(self) -> AsyncIterator[KeyFault]:
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
        return _pairs(await self._client.execute("HGETALL", keyspace.idempotency(table)))

    async def due(self, table: TableId) -> float | None:
        return _score(await self._client.execute(*_due(table)))

    async def keys_of(
        self, tables: Sequence[TableId]
    ) -> list[tuple[dict[bytes, bytes], float | None]]:
        records = [("HGETALL", keyspace.idempotency(table)) for table in tables]
        found = await self._client.execute_all([*records, *map(_due, tables)])
        both = zip(found[: len(tables)], found[len(tables) :], strict=True)
        return [(_pairs(flat), _score(score)) for flat, score in both]

    async def dues(self, partition: int) -> dict[TableId, float]:
        key = keyspace.deadlines(partition)
        flat = await self._client.execute("ZRANGE", key, 0, -1, "WITHSCORES")
        pairs = _pairs(flat).items()
        return {table.decode("utf-8", "replace"): float(score) for table, score in pairs}

    async def now(self) -> int:
        servers = await self._client.servers()
        times = [await server.execute("TIME") for server in servers]
        return max(int(seconds) * 1000 + int(micros) // 1000 for seconds, micros in times)

    async def feed(self, partition: int) -> list[FeedLine]:
        key = keyspace.feed(partition)
        positions = await all_positions(self._client, READERS)
        taken = [(reader, positions[reader][partition]) for reader in READERS]
        return [_line(id_, fields, taken) for id_, fields in await self._stream(key)]

    async def read_model(self, name: str) -> ModelContents:
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


def _line(id_: bytes, fields: Sequence[bytes], taken: Sequence[tuple[str, Id]]) -> FeedLine:
    place = parse_id(id_)
    groups = frozenset([name for name, until in taken if place <= until])
    try:
        (t, table, f, first, l_, last) = fields[:6]
        if (t, f, l_) == (b"t", b"f", b"l"):
            return FeedLine(id_.decode(), table.decode(), int(first), int(last), groups)
    except ValueError:
        pass
    return FeedLine(id_.decode(), "", 0, 0, groups)


def _due(table: TableId) -> tuple[str, str, str]:
    return "ZSCORE", keyspace.deadlines(keyspace.partition(table)), table


def _score(raw: bytes | None) -> float | None:
    return None if raw is None else float(raw)


def _pairs(flat: Sequence[Any]) -> dict[Any, Any]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _text(value: bytes | None) -> str:
    return "" if value is None else value.decode("utf-8", "replace")
