"""Audits: one at a time for each table, and a report that never changes."""

import pytest

from store.client.pipeline import PipelinedClient
from store.tables.audits import RedisAudits
from store.tables.log import RedisEventLog

pytestmark = pytest.mark.anyio
TABLE, FIRST, SECOND = "t" * 26, "a" * 26, "b" * 26


@pytest.fixture
def audits(client: PipelinedClient, log: RedisEventLog) -> RedisAudits:
    return RedisAudits(client)


async def test_one_audit_of_a_table_is_under_way_at_a_time(audits: RedisAudits) -> None:
    assert await audits.ask(FIRST, TABLE, 1000, 20) == FIRST
    assert await audits.ask(SECOND, TABLE, 1001, 20) == FIRST
    assert await audits.find(SECOND) is None
    await audits.close(FIRST, TABLE, 1002, b"{}")
    assert await audits.ask(SECOND, TABLE, 1003, 21) == SECOND


async def test_it_stores_its_progress(audits: RedisAudits) -> None:
    await audits.ask(FIRST, TABLE, 1000, 20)
    await audits.touch(FIRST, 1500, 7)
    kept = await audits.find(FIRST)
    assert kept is not None
    assert (kept.table, kept.asked, kept.touched, kept.done, kept.total, kept.report) == (
        *(TABLE, 1000, 1500, 7, 20),
        None,
    )


async def test_what_is_done_stays_as_it_is(audits: RedisAudits) -> None:
    await audits.ask(FIRST, TABLE, 1000, 20)
    await audits.close(FIRST, TABLE, 1001, b"first")
    await audits.close(FIRST, TABLE, 1002, b"second")
    await audits.touch(FIRST, 1003, 1)
    kept = await audits.find(FIRST)
    assert kept is not None
    assert (kept.touched, kept.done, kept.report) == (1001, 20, b"first")


async def test_nothing_is_made_of_an_audit_nobody_asked_for(
    audits: RedisAudits, client: PipelinedClient
) -> None:
    await audits.touch(FIRST, 1, 1)
    await audits.close(FIRST, TABLE, 1, b"{}")
    assert await audits.find(FIRST) is None
    assert await client.execute("DBSIZE") == 0


async def test_it_is_forgotten_after_a_while(audits: RedisAudits, client: PipelinedClient) -> None:
    await audits.ask(FIRST, TABLE, 1000, 20)
    for key in await client.execute("KEYS", "*"):
        assert 0 < await client.execute("TTL", key) <= 7 * 24 * 3600
