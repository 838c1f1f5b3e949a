"""A reader that begins after commits were trimmed requests a rebuild of its read model, once."""

from typing import Any

import pytest

from application.ports.feeds import TABLE_LIST
from store import keyspace
from tests.support.stores.archiving import AT_ONCE, Archiving
from tests.support.stores.feed_reading import catch_up, unleased
from tests.support.tables.party import closed_table
from workers.composition.projector import feed_loop

pytestmark = pytest.mark.anyio
WEEK = AT_ONCE._replace(feed_ms=7 * 24 * 3_600_000)


class Requested:
    def __init__(self) -> None:
        self.jobs: list[tuple[Any, ...]] = []

    async def enqueue(self, *job: Any) -> None:
        self.jobs.append(job)

    async def aclose(self) -> None:
        return


async def requests_of_a_new_reader(archiving: Archiving) -> list[tuple[Any, ...]]:
    """Forget the positions of the list, read on, and return the jobs that this requests."""
    store, requested = archiving.store, Requested()
    store.jobs = requested  # type: ignore[assignment]
    await store.client.execute("DEL", keyspace.positions(TABLE_LIST))
    loop = feed_loop(store, unleased)
    for _ in range(3):
        await catch_up(loop)
    return requested.jobs


async def test_a_new_reader_behind_trimmed_commits_requests_a_rebuild(archiving: Archiving) -> None:
    await closed_table(archiving.tables)
    await archiving.archive()  # trims the feeds
    assert await requests_of_a_new_reader(archiving) == [("rebuild", "tables")]


async def test_a_new_reader_of_all_commits_requests_nothing(archiving: Archiving) -> None:
    await closed_table(archiving.tables)
    await archiving.archive(WEEK)
    assert await requests_of_a_new_reader(archiving) == []
