"""The contract of the queues of jobs, checked for rq and for the simulated ones."""

from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from application.ports.jobs import Jobs
from application.store_url import queue_beside
from store.jobs import JOBS, RqJobs
from store.opening.factory import open_client
from tests.simulation.contract import SIMULATED
from tests.simulation.jobs import Queues, SimulatedJobs
from tests.support.servers.processes import PATIENCE
from tests.support.stores.contents import on_every_node
from tests.support.stores.fixtures import ServerOf
from tests.support.stores.servers import KINDS

pytestmark = pytest.mark.anyio
ANNE, BOB = "a" * 26, "b" * 26


@pytest.fixture(params=[*KINDS, SIMULATED])
async def jobs(request: pytest.FixtureRequest, server_of: ServerOf) -> AsyncIterator[Jobs]:
    if request.param == SIMULATED:
        yield SimulatedJobs(Queues())
        return
    url = server_of(request.param).url
    async with aclosing(open_client(url, PATIENCE)) as client:
        await on_every_node(client, "FLUSHALL")
    async with aclosing(RqJobs(queue_beside(url))) as found:
        yield found


async def test_what_waits_is_counted(jobs: Jobs) -> None:
    assert await jobs.lengths() == {JOBS: 0}
    assert await jobs.enqueue("audit", "a") != await jobs.enqueue("audit", "b")
    assert await jobs.lengths() == {JOBS: 2}


async def test_a_periodic_job_is_queued_once_per_period(jobs: Jobs) -> None:
    assert [await jobs.enqueue_every(3600, "scrub") for _ in range(3)] == [True, False, False]
    assert (await jobs.lengths())[JOBS] == 1


async def test_a_job_that_waits_is_not_queued_again(jobs: Jobs) -> None:
    assert [await jobs.enqueue_once("archive", "a") for _ in range(2)] == [True, False]
    for table in ("t", "u"):
        queued = [await jobs.enqueue_once("play_bots", table, job_id=table) for _ in range(2)]
        assert queued == [True, False]
    assert (await jobs.lengths())[JOBS] == 3
