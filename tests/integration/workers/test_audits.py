"""An audit as a job reports its progress and is done once."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import json

from application.play import audit_stored as working
from application.play.audit_stored import Auditor
from application.table_cache import TableCache
from domain.audit.both_editions import AuditReport, audit_report
from domain.judging.stored import Stored
from store.client.pipeline import PipelinedClient
from store.tables.audits import RedisAudits
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.tables.party import started

pytestmark = pytest.mark.anyio
AUDIT, PART = "a" * 26, 7


class Reviewer:
    """Judges as the worker does, but stops after a part until it is let."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.times = 0

    def __call__(self, table: str, stored: Stored, progress: Callable[[int], Any]) -> AuditReport:
        self.times += 1
        progress(PART)
        assert self.go_on.wait(PATIENCE)
        return audit_report(table, stored)


@pytest.fixture
def reviewer(monkeypatch: pytest.MonkeyPatch) -> Reviewer:
    one = Reviewer()
    monkeypatch.setattr(working, "audit_report", one)
    monkeypatch.setattr(working, "PROGRESS_SECONDS", 0.02)
    return one


async def test_it_stores_its_progress_and_a_repeated_job_is_harmless(
    client: PipelinedClient, tables: TableCache, reviewer: Reviewer
) -> None:
    party, audits = await started(tables), RedisAudits(client)
    version = (await party.live()).version
    await audits.ask(AUDIT, party.table, tables.world.now(), version)
    auditor = Auditor(tables.log, audits, tables.world)
    at_work = asyncio.create_task(auditor.audit(AUDIT))
    await eventually(lambda: is_begun(audits))
    assert (await found(audits)).report is None
    reviewer.go_on.set()
    assert await at_work
    first = await found(audits)
    assert first.done == version
    assert json.decode(first.report)["under_own"]["same"]
    assert await auditor.audit(AUDIT)
    assert await found(audits) == first
    assert reviewer.times == 1


async def test_one_that_was_left_half_done_is_done_by_another(
    client: PipelinedClient, tables: TableCache, reviewer: Reviewer
) -> None:
    party, audits = await started(tables), RedisAudits(client)
    await audits.ask(AUDIT, party.table, tables.world.now(), (await party.live()).version)
    auditor = Auditor(tables.log, audits, tables.world)
    dies = asyncio.create_task(auditor.audit(AUDIT))
    await eventually(lambda: is_begun(audits))
    dies.cancel()
    reviewer.go_on.set()
    await asyncio.gather(dies, return_exceptions=True)
    assert (await found(audits)).report is None
    assert await auditor.audit(AUDIT)
    assert json.decode((await found(audits)).report)["under_own"]["same"]
    assert reviewer.times == 2


async def is_begun(audits: RedisAudits) -> bool:
    return bool((await found(audits)).done == PART)


async def found(audits: RedisAudits) -> Any:
    kept = await audits.find(AUDIT)
    assert kept is not None
    return kept
