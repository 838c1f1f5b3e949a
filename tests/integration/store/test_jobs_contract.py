"""The contract of the queues of jobs, checked for rq and for the simulated ones."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from application.ports.jobs import BotWakeup, Jobs
from application.store_url import queue_beside
from store.client.factory import open_client
from store.jobs import BOTS, JOBS, RqJobs
from tests.simulation.contract import SIMULATED
from tests.simulation.jobs import Queues, SimulatedJobs
from tests.support.stores.every_node import on_every_node
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
    async with aclosing(open_client(url)) as client:
        await on_every_node(client, "FLUSHALL")
    async with aclosing(RqJobs(queue_beside(url))) as found:
        yield found


async def test_what_waits_is_counted(jobs: Jobs) -> None:
    assert await jobs.lengths() == {JOBS: 0, BOTS: 0}
    assert await jobs.enqueue("audit", "a") != await jobs.enqueue("audit", "b")
    await jobs.wake_bots([BotWakeup("t1", ANNE), BotWakeup("t2", ANNE)])
    assert await jobs.lengths() == {JOBS: 2, BOTS: 2}


async def test_a_periodic_job_is_queued_once_per_period(jobs: Jobs) -> None:
    assert [await jobs.enqueue_every(3600, "scrub") for _ in range(3)] == [True, False, False]
    assert (await jobs.lengths())[JOBS] == 1


async def test_a_job_that_waits_is_not_queued_again(jobs: Jobs) -> None:
    assert [await jobs.enqueue_once("archive", "a") for _ in range(2)] == [True, False]
    assert (await jobs.lengths())[JOBS] == 1


async def test_a_wait_ends_with_a_table_which_keeps_its_place(jobs: Jobs) -> None:
    await jobs.await_wakeup(0.01)
    waiting = asyncio.create_task(jobs.await_wakeup(60))
    await jobs.wake_bots([BotWakeup("t1", ANNE), BotWakeup("t2", BOB)])
    await waiting
    await jobs.await_wakeup(60)
    assert await jobs.next_wakeup(None) == BotWakeup("t1", ANNE)


async def test_owners_take_turns_and_a_table_waits_once(jobs: Jobs) -> None:
    of_anne = [BotWakeup(f"t{n}", ANNE) for n in range(3)]
    await jobs.wake_bots(of_anne)
    await jobs.wake_bots([BotWakeup("t9", BOB), of_anne[0]])
    taken = [await jobs.next_wakeup(None) for _ in range(5)]
    assert taken == [of_anne[0], BotWakeup("t9", BOB), of_anne[1], of_anne[2], None]


async def test_an_unfinished_table_waits_again_behind_the_others(jobs: Jobs) -> None:
    await jobs.wake_bots([BotWakeup("t1", ANNE)])
    await jobs.wake_bots([BotWakeup("t2", BOB)])
    first = await jobs.next_wakeup(None)
    assert await jobs.next_wakeup(first) == BotWakeup("t2", BOB)
    assert await jobs.next_wakeup(None) == first
