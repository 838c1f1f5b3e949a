"""Requested audits: their progress and their report, deleted after a week."""

from application.ports.audits import Audits, StoredAudit
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions

KEPT_SECONDS = 7 * 24 * 3_600


class RedisAudits(Audits):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def ask(self, audit: str, table: TableId, now: int, total: int) -> str:
        keys: list[Argument] = [keyspace.audit(audit), keyspace.running_audit(table)]
        running = await functions.call(
            self._client, "ask_audit", keys, audit, table, now, total, KEPT_SECONDS
        )
        return str(running.decode())

    async def touch(self, audit: str, now: int, done: int) -> None:
        await functions.call(self._client, "touch_audit", [keyspace.audit(audit)], now, done)

    async def close(self, audit: str, table: TableId, now: int, report: bytes) -> None:
        keys: list[Argument] = [keyspace.audit(audit), keyspace.running_audit(table)]
        await functions.call(self._client, "close_audit", keys, audit, now, report)

    async def find(self, audit: str) -> StoredAudit | None:
        flat = await self._client.execute("HGETALL", keyspace.audit(audit))
        fields = dict(zip(flat[::2], flat[1::2], strict=True))
        if not fields:
            return None
        return StoredAudit(
            audit,
            fields[b"table"].decode(),
            asked=int(fields[b"asked"]),
            touched=int(fields[b"touched"]),
            done=int(fields[b"done"]),
            total=int(fields[b"total"]),
            report=fields.get(b"report"),
        )
