"""The event log in Redis: one append is one round trip, and a lost reply is always resolved."""

import asyncio
from collections.abc import Sequence
from typing import Any

from redis.exceptions import ResponseError

from application.ports.event_log import (
    Appended,
    BrokenTable,
    Conflict,
    Duplicate,
    Early,
    EventLog,
    HeadQuery,
    KeyReused,
    Late,
    OutcomeUnknown,
    Reply,
    StoreUnavailable,
    UnreadableTable,
)
from domain.judging.codec import decoded
from domain.judging.commit import Commit
from domain.judging.rows.parts import decode_row
from domain.judging.rows.row import Row, fold_row
from domain.judging.stored import Entry, RowParts, Stored
from domain.kernel.ids import PlayerId, TableId
from domain.table.commands import Outage
from store import keyspace
from store.client.base import RETRY_SECONDS, StoreClient, Wait
from store.client.connection import Argument
from store.client.replies import ReplyLost, is_refusal, refused
from store.heartbeat import RedisHeartbeat
from store.lua import functions


class RedisEventLog(EventLog):
    def __init__(
        self,
        client: StoreClient,
        heartbeat: RedisHeartbeat | None = None,
        writer: StoreClient | None = None,
    ) -> None:
        """`writer` executes appends; if it is another client, a replica confirms them."""
        self._client = client
        self._writer = writer or client
        self._heartbeat = heartbeat or RedisHeartbeat(client)

    @property
    def interruptions(self) -> int:
        return self._client.interruptions

    async def install_functions(self) -> None:
        """Load the functions unless they are there; an append that misses them loads them, too."""
        if not await functions.installed(self._client):
            await functions.install(self._client)

    async def append(self, commit: Commit) -> Reply:
        command = append_command(commit)
        with self._writer.waiting() as wait:
            try:
                return _reply(await wait.first(self._send(command)))
            except ReplyLost:
                return await self._resend(command, wait)

    async def recall(
        self, table: TableId, key: bytes, digest: bytes
    ) -> Duplicate | KeyReused | None:
        keys = keyspace.idempotency(table)
        if self._writer is self._client:
            record = await self._client.execute("HGET", keys, key)
        else:  # what it returns is acknowledged, so a replica must have it
            record = await functions.call(self._writer, "recall", [keys], key)
        return None if record is None else _recalled(record, digest)

    async def load(self, table: TableId, after: int = 0) -> Stored | None:
        """Return the table at its version, without events that were added while it was read."""
        try:
            (version, head, *row), seed, entries = await self._client.execute_all(
                [
                    ("HMGET", keyspace.meta(table), "v", "h", "r", "d"),
                    ("GET", keyspace.seed(table)),
                    ("XRANGE", keyspace.events(table), f"{after + 1}-0", "+"),
                ]
            )
            if version is None:
                return None
            count = max(0, int(version) - after)
            if seed is None or len(entries) < count:
                raise BrokenTable(table)
            parts = None if None in row else RowParts(*row)
            return Stored(seed, int(version), head, _entries(entries[:count]), row=parts)
        except (ResponseError, ValueError, IndexError) as error:
            raise UnreadableTable(str(error)) from error

    def is_archived(self, table: TableId) -> bool:
        return False

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        if limit is not None and limit <= 0:
            return ()
        return self._decoded(await self._client.execute(*self._range(table, after, limit)))

    @staticmethod
    def _range(table: TableId, after: int, limit: int | None) -> tuple[Argument, ...]:
        count = () if limit is None else ("COUNT", limit)
        return ("XRANGE", keyspace.events(table), f"{after + 1}-0", "+", *count)

    @staticmethod
    def _decoded(raw: list[Any]) -> tuple[Entry, ...]:
        return _entries(raw)

    async def rows(self, tables: Sequence[TableId]) -> list[Row | None]:
        commands = [("HMGET", keyspace.meta(table), "v", "r", "d") for table in tables]
        found = zip(tables, await self._client.execute_all(commands), strict=True)
        return [await self._row(table, *fields) for table, fields in found]

    async def _row(self, table: TableId, version: bytes | None, *parts: bytes | None) -> Row | None:
        if version is None:
            return None
        lasting, moving = (part or b"" for part in parts)
        row = decode_row(table, int(version), RowParts(lasting, moving))
        return row or fold_row(None, decoded(await self.read(table)))

    async def claim_rewards(
        self, earlier: TableId, players: Sequence[PlayerId], table: TableId
    ) -> dict[PlayerId, TableId]:
        keys: list[Argument] = [keyspace.reward_claims(earlier)]
        owners = await functions.call(self._client, "claim_rewards", keys, table, *players)
        return {who: owner.decode() for who, owner in zip(players, owners, strict=True)}

    async def release_reward(self, earlier: TableId, player: PlayerId, table: TableId) -> None:
        keys: list[Argument] = [keyspace.reward_claims(earlier)]
        await functions.call(self._client, "release_reward", keys, table, player)

    async def head(self, table: TableId) -> tuple[int, bytes] | None:
        query = self.head_query(table)
        return query.read(await self._client.execute(*query.command))

    def head_query(self, table: TableId) -> HeadQuery:
        return HeadQuery(("HMGET", keyspace.meta(table), "v", "h"), _head)

    async def outages(self, table: TableId) -> tuple[Outage, ...]:
        return await self._heartbeat.outages_at(table)

    def known_outages(self, table: TableId) -> tuple[Outage, ...]:
        return self._heartbeat.known_outages(table)

    async def _send(self, command: list[Argument]) -> Any:
        try:
            return await self._writer.send_once(*command)
        except Exception as error:
            if is_refusal(error):
                raise refused(error) from error
            if not functions.is_missing(error):
                raise
        await functions.install(self._client)
        return await self._writer.send_once(*command)

    async def _resend(self, command: list[Argument], wait: Wait) -> Reply:
        """Send the same command until a reply says what became of the first.

        That is safe: the id of the commit makes the second one a duplicate.
        """
        try:
            async with wait.left():
                while True:
                    try:
                        return _reply(await self._send(command))
                    except (ReplyLost, StoreUnavailable):
                        await asyncio.sleep(RETRY_SECONDS)
        except TimeoutError:
            raise OutcomeUnknown(
                "the append was sent, but the store did not reply in time"
            ) from None


def _head(reply: list[Any]) -> tuple[int, bytes] | None:
    version, head = reply
    return None if version is None else (int(version), head)


def append_command(commit: Commit) -> list[Argument]:
    """Return the command that stores a commit."""
    return functions.fcall(
        "append",
        list(keyspace.append_keys(commit.table)),
        commit.table,
        commit.expected,
        commit.head,
        commit.next_head,
        commit.id,
        commit.record,
        commit.key or b"",
        commit.digest,
        *("" if ms is None else ms for ms in (commit.not_before, commit.not_after, commit.due)),
        commit.seed or b"",
        *(commit.log, commit.lasting, commit.moving, commit.notes),
        *commit.events,
    )


def _reply(reply: list[Any]) -> Reply:
    match reply:
        case [b"OK", first, last]:
            return Appended(first, last)
        case [b"DUP", first, last, head]:
            return Duplicate(first, last, head)
        case [b"CONFLICT", entries]:
            return Conflict(_entries(entries))
        case [b"LATE"]:
            return Late()
        case [b"EARLY"]:
            return Early()
        case [b"KEY_REUSED"]:
            return KeyReused()
    raise TypeError(f"not a reply of append: {reply!r}")


def _entries(raw: list[Any]) -> tuple[Entry, ...]:
    """Decode stream entries: e = event; on the first of a commit also c = command, i = id.

    A commit with an idempotency key also has d, the digest of its request, and k, that of its key.
    """
    return tuple(
        Entry(
            int(id_[:-2]),
            fields[1],
            fields[3] if len(fields) > 2 else None,
            fields[7] if len(fields) > 6 else b"",
            fields[9] if len(fields) > 8 else None,
        )
        for id_, fields in raw
    )


def _recalled(record: bytes, digest: bytes) -> Duplicate | KeyReused:
    """Decode the record of an idempotency key: `first:last:` head (32 bytes) digest."""
    first, last, rest = record.split(b":", 2)
    if rest[32:] != digest:
        return KeyReused()
    return Duplicate(int(first), int(last), rest[:32])
