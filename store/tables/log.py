"""The event log in Redis: one append is one round trip, and a lost reply is always resolved."""

import asyncio
from collections.abc import Sequence
from typing import Any

from redis.exceptions import ResponseError

from application.ports.event_log import (
    BrokenTable,
    Duplicate,
    EventLog,
    HeadQuery,
    KeyReused,
    OutcomeUnknown,
    Reply,
    RowQuery,
    StoreUnavailable,
    UnreadableTable,
)
from domain.fairness.chain import MOST_EVENTS
from domain.judging.codec import decoded
from domain.judging.commit import Commit
from domain.judging.rows.codec import decode_row
from domain.judging.rows.row import Row, fold_row
from domain.judging.stored import Entry, RowParts, Stored, lined
from domain.kernel.ids import PlayerId, TableId
from domain.table.commands import Outage
from store import keyspace
from store.client.base import RETRY_SECONDS, StoreClient, Wait
from store.client.connection import Argument
from store.client.replies import ReplyLost, is_refusal, refused
from store.heartbeat import RedisHeartbeat
from store.lua import functions
from store.tables.replies import recalled, reply_of, stream_entries

_APPEND = functions.name_of("append")


def append_command(commit: Commit) -> tuple[Argument, ...]:
    """Return the command that stores a commit."""
    events = commit.events
    keys = keyspace.append_keys(commit.table)
    return (
        "FCALL",
        _APPEND,
        len(keys),
        *keys,
        commit.table,
        commit.expected,
        commit.head,
        commit.next_head,
        commit.id,
        commit.record,
        commit.key or b"",
        commit.digest,
        *["" if ms is None else ms for ms in (commit.not_before, commit.not_after, commit.due)],
        commit.seed or b"",
        *(commit.log, commit.lasting, commit.moving, commit.notes),
        *[lined(events[at : at + MOST_EVENTS]) for at in range(0, len(events), MOST_EVENTS)],
    )


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

    def send(self, commit: Commit) -> "asyncio.Future[Any]":
        return self._writer.send_once(*append_command(commit))

    def has_appended(self, sent: "asyncio.Future[Any]") -> bool:
        if sent.cancelled() or sent.exception() is not None:
            return False
        status: bytes = sent.result()[0]
        return status == b"OK"

    async def append(self, commit: Commit) -> Reply:
        return await self.outcome(commit, None)

    async def outcome(self, commit: Commit, sent: "asyncio.Future[Any] | None") -> Reply:
        command = append_command(commit)
        with self._writer.waiting() as wait:
            try:
                return reply_of(await wait.first(self._send(command, sent)))
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
        return None if record is None else recalled(record, digest)

    async def load(self, table: TableId, after: int = 0) -> Stored | None:
        """Return the table at its version, without events that were added while it was read."""
        try:
            (version, head, count, *row), seed, raw = await self._client.execute_all(
                [
                    ("HMGET", keyspace.meta(table), "v", "h", "n", "r", "d"),
                    ("GET", keyspace.seed(table)),
                    self._range(table, after, None),
                ]
            )
            if version is None:
                return None
            last = int(version)
            entries = tuple(each for each in stream_entries(raw) if each.last <= last)
            found = sum(len(each.events) for each in entries)
            if seed is None or found < last - after or (not after and len(entries) != int(count)):
                raise BrokenTable(table)
            parts = None if None in row else RowParts(*row)
            return Stored(seed, last, head, entries, row=parts)
        except (ResponseError, ValueError, LookupError, TypeError) as error:
            raise UnreadableTable(str(error)) from error

    def is_archived(self, table: TableId) -> bool:
        return False

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        if limit is not None and limit <= 0:
            return ()
        found = await self._client.execute(*self._range(table, after, limit))
        return self._decoded(found, after, limit)

    @staticmethod
    def _range(table: TableId, after: int, limit: int | None) -> tuple[Argument, ...]:
        """Return the command that reads entries: their ids are `<last version>-<events>`."""
        words = ("XRANGE", keyspace.events(table), f"{after + 1}-0")
        if limit is None:
            return (*words, "+")
        return (*words, after + limit + MOST_EVENTS - 1, "COUNT", limit)

    @staticmethod
    def _decoded(raw: list[Any], after: int, limit: int | None) -> tuple[Entry, ...]:
        entries = stream_entries(raw)
        if limit is None:
            return entries
        return tuple(each for each in entries if each.first <= after + limit)

    async def rows(self, tables: Sequence[TableId]) -> list[Row | None]:
        queries = [self.row_query(table) for table in tables]
        replies = await self._client.execute_all([query.command for query in queries])
        found = [query.read(reply) for query, reply in zip(queries, replies, strict=True)]
        for n, (version, *_) in enumerate(replies):
            if found[n] is None and version is not None:
                found[n] = fold_row(None, decoded(await self.read(tables[n])))
        return found

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

    def row_query(self, table: TableId) -> RowQuery:
        command = ("HMGET", keyspace.meta(table), "v", "r", "d")
        return RowQuery(command, lambda reply: _row(table, *reply))

    async def outages(self, table: TableId) -> tuple[Outage, ...]:
        return await self._heartbeat.outages_at(table)

    def known_outages(self, table: TableId) -> tuple[Outage, ...]:
        return self._heartbeat.known_outages(table)

    async def _send(
        self, command: tuple[Argument, ...], sent: "asyncio.Future[Any] | None" = None
    ) -> Any:
        try:
            return await (sent or self._writer.send_once(*command))
        except Exception as error:
            if is_refusal(error):
                raise refused(error) from error
            if not functions.is_missing(error):
                raise
        await functions.install(self._client)
        return await self._writer.send_once(*command)

    async def _resend(self, command: tuple[Argument, ...], wait: Wait) -> Reply:
        """Send the same command until a reply says what became of the first.

        That is safe: the id of the commit makes the second one a duplicate.
        """
        try:
            async with wait.left():
                while True:
                    try:
                        return reply_of(await self._send(command))
                    except (ReplyLost, StoreUnavailable):
                        await asyncio.sleep(RETRY_SECONDS)
        except TimeoutError:
            raise OutcomeUnknown(
                "the append was sent, but the store did not reply in time"
            ) from None


def _row(
    table: TableId, version: bytes | None, lasting: bytes | None, moving: bytes | None
) -> Row | None:
    if version is None:
        return None
    return decode_row(table, int(version), RowParts(lasting or b"", moving or b""))


def _head(reply: list[Any]) -> tuple[int, bytes] | None:
    version, head = reply
    return None if version is None else (int(version), head)
