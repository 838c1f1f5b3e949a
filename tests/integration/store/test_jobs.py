"""Chores are asked for without rq, in the words its workers read; also once in a while."""

import signal
from collections.abc import AsyncIterator

import pytest
from rq import SimpleWorker
from rq.registry import FinishedJobRegistry, StartedJobRegistry

from application.store_url import queue_beside
from application.world import RealWorld
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.jobs import AGAIN, Chores
from workers import jobs
from workers.job_worker import queue, worker

pytestmark = pytest.mark.anyio


@pytest.fixture
async def chores(server: EmbeddedServer, client: PipelinedClient) -> AsyncIterator[Chores]:
    """The queue beside the store, empty."""
    found = Chores(queue_beside(server.url), RealWorld())
    yield found
    await found.aclose()


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What was done, instead of doing it."""
    found: list[tuple[object, ...]] = []
    monkeypatch.setitem(jobs.JOBS, "audit", lambda *args: found.append(args))
    monkeypatch.setitem(jobs.JOBS, "scrub", lambda: found.append(("scrub",)))
    return found


def work(server: EmbeddedServer) -> None:
    """Everything that waits, in this process; rq would keep its ears on our signals."""
    heard = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
    try:
        worker(queue_beside(server.url), SimpleWorker).work(burst=True, logging_level="ERROR")
    finally:
        for sign, handler in heard.items():
            signal.signal(sign, handler)


async def test_a_chore_is_done_with_its_arguments(
    chores: Chores, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    job = await chores.enqueue("audit", "a" * 26, 7, None)
    waiting = queue(queue_beside(server.url))
    assert waiting.job_ids == [job]
    [found] = waiting.jobs
    assert (found.func_name, list(found.args), found.retries_left) == (
        *("audit", ["a" * 26, 7, None]),
        AGAIN,
    )
    work(server)
    assert done == [("a" * 26, 7, None)]
    assert FinishedJobRegistry(queue=waiting).get_job_ids() == [job]


async def test_a_chore_that_is_not_listed_is_not_done(
    chores: Chores, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    await chores.enqueue("os.abort")
    work(server)
    assert done == []
    assert queue(queue_beside(server.url)).failed_job_registry.count == 1


async def test_a_chore_whose_worker_was_killed_is_done_again(
    chores: Chores, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    """As rq finds it: begun by somebody who has not been heard of since."""
    job_id = await chores.enqueue("audit", "killed")
    waiting = queue(queue_beside(server.url))
    dead = worker(queue_beside(server.url), SimpleWorker)
    dead.register_birth()  # type: ignore[no-untyped-call]
    job = waiting.fetch_job(job_id)
    assert job is not None
    waiting.connection.lpop(waiting.key)
    dead.prepare_execution(job)
    assert waiting.count == 0
    StartedJobRegistry(queue=waiting).cleanup(timestamp=2**40)
    work(server)
    assert done == [("killed",)]


async def test_once_in_a_while_means_once(
    chores: Chores, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    other = Chores(queue_beside(server.url), RealWorld())
    asked = [await each.enqueue_every(3600, "scrub") for each in (chores, other, chores)]
    await other.aclose()
    assert asked == [True, False, False]
    work(server)
    assert done == [("scrub",)]


@pytest.mark.parametrize(
    ("store", "queued"),
    [
        ("unix:///run/x.sock?db=0", "unix:///run/x.sock?db=1"),
        ("redis://h:6379/0", "redis://h:6379/1"),
    ],
)
async def test_the_queue_lies_beside_the_store(store: str, queued: str) -> None:
    assert queue_beside(store) == queued


async def test_how_many_wait_in_each_queue(chores: Chores) -> None:
    assert await chores.lengths() == {"chores": 0, "bots": 0}
    await chores.enqueue("audit", "a")
    assert await chores.lengths() == {"chores": 1, "bots": 0}
