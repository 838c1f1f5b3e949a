"""Which streams are open at a table, over all processes; those of an ended process expire."""

import secrets
from collections.abc import Sequence

from application.ports.presence import Presence, RoomChange
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.people import people_keys

MOST_ANNOUNCED = 10_000  # changes that are kept, far more than processes leave unread
ANNOUNCED_MS = 60_000
LONGEST_STREAM_MS = 620_000  # a stream lasts for 600 s at most


class RedisPresence(Presence):
    """Names in the store are `<process>.<name of the stream>`."""

    def __init__(self, client: StoreClient) -> None:
        self._client = client
        self._process = secrets.token_hex(8)
        self._lease_until = 0  # ms since 1970
        self._alive: set[bytes] = set()
        self._read_to = b"0-0"

    async def change(self, changes: Sequence[RoomChange], now_ms: int) -> None:
        commands = [command for change in changes for command in self._commands(change, now_ms)]
        await self._client.execute_all([*commands, self._lease()])
        add: tuple[Argument, ...] = ("XADD", people_keys.PRESENCE_CHANGES, "MAXLEN", "~")
        announcements: list[Sequence[Argument]] = [
            (*add, MOST_ANNOUNCED, "*", "t", change.table, "p", self._process) for change in changes
        ]
        expiry = ("PEXPIRE", people_keys.PRESENCE_CHANGES, ANNOUNCED_MS)
        await self._client.execute_all([*announcements, expiry])

    async def names(self, tables: Sequence[TableId], now_ms: int) -> list[list[str]]:
        reads: list[Sequence[Argument]] = [
            ("ZRANGEBYSCORE", keyspace.presence(table), f"({now_ms}", "+inf") for table in tables
        ]
        *found, alive = await self._client.execute_all([*reads, _leases(now_ms)])
        self._alive = {*alive, self._process.encode()}
        return [self._open(names) for names in found]

    async def renew_lease(self, now_ms: int, keep_ms: int) -> bool:
        self._lease_until = now_ms + keep_ms
        key = people_keys.PRESENCE_PROCESSES
        alive = (
            await self._client.execute_all(
                [
                    self._lease(),
                    ("ZREMRANGEBYSCORE", key, "-inf", now_ms),
                    ("PEXPIRE", key, keep_ms),
                    _leases(now_ms),
                ]
            )
        )[-1]
        ended = self._alive - {*alive, self._process.encode()}
        self._alive = {*alive, self._process.encode()}
        return bool(ended)

    async def announced(self) -> set[TableId]:
        start = b"(" + self._read_to
        entries = await self._client.execute("XRANGE", people_keys.PRESENCE_CHANGES, start, "+")
        if entries:
            self._read_to = entries[-1][0]
        own = self._process.encode()
        return {fields[1].decode() for _, fields in entries if fields[3] != own}

    def _commands(self, change: RoomChange, now_ms: int) -> list[Sequence[Argument]]:
        key = keyspace.presence(change.table)
        commands: list[Sequence[Argument]] = [("ZREMRANGEBYSCORE", key, "-inf", now_ms)]
        if change.opened:
            scores = [
                word for name, end in change.opened.items() for word in (end, self._stored(name))
            ]
            commands.append(("ZADD", key, *scores))
            commands.append(("PEXPIRE", key, LONGEST_STREAM_MS))
        if closed := [self._stored(name) for name in change.closed]:
            commands.append(("ZREM", key, *closed))
        return commands

    def _stored(self, name: str) -> str:
        return f"{self._process}.{name}"

    def _lease(self) -> tuple[Argument, ...]:
        return ("ZADD", people_keys.PRESENCE_PROCESSES, self._lease_until, self._process)

    def _open(self, names: list[bytes]) -> list[str]:
        """Return the streams of processes that have not ended, as these have named them."""
        parts = (name.partition(b".") for name in names)
        return [name.decode() for process, _, name in parts if process in self._alive]


def _leases(now_ms: int) -> tuple[Argument, ...]:
    return ("ZRANGEBYSCORE", people_keys.PRESENCE_PROCESSES, f"({now_ms}", "+inf")
