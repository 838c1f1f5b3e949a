"""Audits that were asked for: how far each is, and what came of it. Forgotten after a while."""

from application.ports.audits import StoredAudit
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions

KEPT_SECONDS = 7 * 24 * 3_600


class RedisAudits:
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def ask(self, audit: str, table: TableId, now: int, total: int) -> str:
        """The audit of this table that is under way; if there is none, this one from now on."""
        keys: list[Argument] = [keyspace.audit(audit), keyspace.running_audit(table)]
        answer = await functions.call(
            self._client, "ask_audit", keys, audit, table, now, total, KEPT_SECONDS
        )
        return str(answer.decode())

    async def touch(self, audit: str, now: int, done: int) -> None:
        """A worker is at it (again); nothing happens to one that is done or forgotten."""
        await functions.call(self._client, "touch_audit", [keyspace.audit(audit)], now, done)

    async def close(self, audit: str, table: TableId, now: int, report: bytes) -> None:
        keys: list[Argument] = [keyspace.audit(audit), keyspace.running_audit(table)]
        await functions.call(self._client, "close_audit", keys, audit, now, report)

    async def find(self, audit: str) -> StoredAudit | None:
        flat = await self._client.execute("HGETALL", keyspace.audit(audit))
        told = dict(zip(flat[::2], flat[1::2], strict=True))
        if not told:
            return None
        return StoredAudit(
            audit,
            told[b"table"].decode(),
            asked=int(told[b"asked"]),
            touched=int(told[b"touched"]),
            done=int(told[b"done"]),
            total=int(told[b"total"]),
            report=told.get(b"report"),
        )
