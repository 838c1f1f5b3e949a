"""Audits a stored table and stores the report; done twice it reports the same."""

import asyncio

from msgspec import json

from application.play.ancestors import with_ancestors
from application.ports.audits import Audits, StoredAudit
from application.ports.event_log import BrokenTable, EventLog
from application.ports.world import World
from domain.audit.both_editions import AuditReport, audit_report
from domain.audit.finding import WHOLE, Flaw
from domain.judging.stored import Stored

PROGRESS_SECONDS = 1.0


class Auditor:
    def __init__(self, log: EventLog, audits: Audits, world: World) -> None:
        self._log = log
        self._audits = audits
        self._world = world

    async def audit(self, requested: str) -> bool:
        """Do a requested audit; return whether there was such an audit."""
        audit = await self._audits.find(requested)
        if audit is None:
            return False
        if audit.report is None:
            report = await self._report(audit)
            now = self._world.now()
            await self._audits.close(requested, audit.table, now, json.encode(report))
        return True

    async def _report(self, audit: StoredAudit) -> AuditReport:
        await self._audits.touch(audit.id, max(self._world.now(), audit.asked + 1), 0)
        try:
            stored = await self._log.load(audit.table)
            if stored is not None:
                stored = await with_ancestors(self._log, stored)
        except BrokenTable:
            stored = None
        if stored is None:
            gone = Flaw("chain", WHOLE, "Part of the table is missing from the store.", "history")
            return AuditReport(audit.total, "", gone, None, None)
        return await self._judged(audit, stored)

    async def _judged(self, audit: StoredAudit, stored: Stored) -> AuditReport:
        """Judge in a thread, while the progress is stored every second."""
        done = [0]

        def progress(events: int) -> None:
            done[0] += events

        work = asyncio.create_task(asyncio.to_thread(audit_report, audit.table, stored, progress))
        while not (await asyncio.wait([work], timeout=PROGRESS_SECONDS))[0]:
            await self._audits.touch(audit.id, self._world.now(), min(done[0], audit.total))
        return work.result()
