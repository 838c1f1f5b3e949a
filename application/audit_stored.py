"""The audit as a chore: done twice it says the same; while it is done it gives signs of life."""

import asyncio

from msgspec import json

from application.ports.audits import StoredAudit
from application.ports.event_log import BrokenTable, EventLog
from application.ports.world import World
from application.world import RealWorld
from domain.audit.both_editions import AuditReport, audit_report
from domain.audit.finding import Flaw
from domain.judging.stored import Stored
from store.audits import RedisAudits
from store.client.factory import pipe_to
from store.log import RedisEventLog

SIGN_OF_LIFE = 1.0  # seconds


class Auditor:
    def __init__(self, log: EventLog, audits: RedisAudits, world: World) -> None:
        self._log = log
        self._audits = audits
        self._world = world

    async def audit(self, asked: str) -> bool:
        """Tells whether there was such an audit."""
        kept = await self._audits.find(asked)
        if kept is None:
            return False
        if kept.report is None:
            report = await self._report(kept)
            now = self._world.now()
            await self._audits.close(asked, kept.table, now, json.encode(report))
        return True

    async def _report(self, kept: StoredAudit) -> AuditReport:
        await self._audits.touch(kept.id, max(self._world.now(), kept.asked + 1), 0)
        try:
            stored = await self._log.load(kept.table)
        except BrokenTable:
            stored = None
        if stored is None:
            gone = Flaw("chain", None, "Part of the table is missing from the store.")
            return AuditReport(kept.total, "", gone, None, None)
        return await self._judged(kept, stored)

    async def _judged(self, kept: StoredAudit, stored: Stored) -> AuditReport:
        """In a thread, so that the loop can tell how far it is."""
        done = [0]

        def progress(events: int) -> None:
            done[0] += events

        work = asyncio.create_task(asyncio.to_thread(audit_report, kept.table, stored, progress))
        while not (await asyncio.wait([work], timeout=SIGN_OF_LIFE))[0]:
            await self._audits.touch(kept.id, self._world.now(), min(done[0], kept.total))
        return work.result()


async def audit(url: str, asked: str) -> bool:
    pipe = pipe_to(url)
    try:
        return await Auditor(RedisEventLog(pipe), RedisAudits(pipe), RealWorld()).audit(asked)
    finally:
        await pipe.aclose()
