"""A forged snapshot with the right head: a cache may serve it, but whoever checks does not."""

import pytest
from msgspec import json
from msgspec.structs import replace

from application.ops.code_hash import domain_fingerprint
from application.play.audit_stored import Auditor
from application.snapshots import EVERY
from application.table_cache import TableCache
from application.world import RealWorld
from domain.audit.both_editions import AuditReport
from domain.audit.verify import verify
from domain.judging.live_table import LiveTable
from domain.judging.saved_state import SavedState
from domain.table.state import Open
from projections.history.bundle import LINES, stream_bundle
from projections.seat_view.view import at_latest
from store.client.pipeline import PipelinedClient
from store.tables.audits import RedisAudits
from store.tables.log import RedisEventLog
from store.tables.snapshots import RedisSnapshots
from tests.support.stores.archiving import scrub_on
from tests.support.tables.party import seated

pytestmark = pytest.mark.anyio
AUDIT = "a" * 26


@pytest.fixture
def snapshots(client: PipelinedClient) -> RedisSnapshots:
    return RedisSnapshots(client, domain_fingerprint())


@pytest.fixture
async def live(tables: TableCache, snapshots: RedisSnapshots) -> LiveTable:
    """A table whose only snapshot has the right head, and says that nobody has a seat."""
    party = await seated(tables)
    await party.lengthen(EVERY + 30)
    live = await party.live()
    assert isinstance(live.state, Open)
    empty = replace(live.state, sitters=())
    await snapshots.save(live.table, [SavedState(live.version, live.head, live.at, empty)])
    return live


async def test_a_cache_trusts_it(
    log: RedisEventLog, snapshots: RedisSnapshots, live: LiveTable
) -> None:
    """This shows that the forgery would be seen by the checks below if they read it."""
    cache = TableCache(log, RealWorld(), snapshots=snapshots)
    state = (await cache.find(live.table)).state
    assert isinstance(state, Open)
    assert state.sitters == ()


async def test_an_audit_does_not_read_it(
    client: PipelinedClient, tables: TableCache, live: LiveTable
) -> None:
    audits = RedisAudits(client)
    await audits.ask(AUDIT, live.table, tables.world.now(), live.version)
    await Auditor(tables.log, audits, tables.world).audit(AUDIT)
    stored = await audits.find(AUDIT)
    assert stored is not None
    assert stored.report is not None
    report = json.decode(stored.report, type=AuditReport)
    assert (report.version, report.flaw) == (live.version, None)


async def test_scrub_does_not_read_it(client: PipelinedClient, live: LiveTable) -> None:
    report = await scrub_on(client).run(len)
    assert (report.tables, report.damaged, report.keys) == (1, (), ())


async def test_verify_rejects_a_bundle_that_was_served_from_it(
    log: RedisEventLog, snapshots: RedisSnapshots, live: LiveTable
) -> None:
    for kept, verdict in ((snapshots, "FAIL"), (None, "UNFINISHED")):
        served = await TableCache(log, RealWorld(), snapshots=kept).find(live.table)
        pieces = [piece async for piece in stream_bundle(log, at_latest(served), None, LINES)]
        assert verify(b"".join(pieces)).verdict == verdict
