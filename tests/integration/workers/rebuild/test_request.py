"""A group that began after commits were trimmed requests a rebuild of its read model, once."""

from typing import Any

import pytest

from application.ports.feeds import TABLE_LIST
from store import keyspace
from tests.support.stores.archiving import AT_ONCE, Archiving
from tests.support.tables.party import closed_table
from workers.rebuild.request import rebuilding

pytestmark = pytest.mark.anyio
WEEK = AT_ONCE._replace(feed_ms=7 * 24 * 3_600_000)


class Requested:
    def __init__(self) -> None:
        self.jobs: list[tuple[Any, ...]] = []

    async def enqueue(self, *job: Any) -> None:
        self.jobs.append(job)


async def requests_of_a_new_group(archiving: Archiving) -> list[tuple[Any, ...]]:
    """Delete the group of the list, read with a new one, and return the jobs it requests."""
    store, requested = archiving.store, Requested()
    for key in keyspace.FEEDS:
        await store.client.execute("XGROUP", "DESTROY", key, TABLE_LIST)
    group = store.consumer_group(TABLE_LIST, "new")

    async def step() -> int:
        await group.start()
        return 0

    asking = rebuilding(step, group, requested, "tables")  # type: ignore[arg-type]
    for _ in range(3):
        await asking()
    await group.aclose()
    return requested.jobs


async def test_a_new_group_behind_trimmed_commits_requests_a_rebuild(archiving: Archiving) -> None:
    await closed_table(archiving.tables)
    await archiving.archive()  # trims the feeds
    assert await requests_of_a_new_group(archiving) == [("rebuild", "tables")]


async def test_a_new_group_that_can_read_all_commits_requests_nothing(archiving: Archiving) -> None:
    await closed_table(archiving.tables)
    await archiving.archive(WEEK)
    assert await requests_of_a_new_group(archiving) == []
