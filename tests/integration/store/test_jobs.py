"""Jobs are queued through rq, and a worker of ours reads what was queued."""

import signal
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from rq import SimpleWorker
from rq.registry import FinishedJobRegistry, StartedJobRegistry

from application.ports.event_log import StoreUnavailable
from application.settings import Settings
from application.store_url import queue_beside
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.jobs import RETRIES, RqJobs, queue
from workers import jobs as job_list
from workers.job_worker import worker

pytestmark = pytest.mark.anyio


@pytest.fixture
async def jobs(server: EmbeddedServer, client: PipelinedClient) -> AsyncIterator[RqJobs]:
    """The queues beside the store, empty."""
    async with aclosing(RqJobs(queue_beside(server.url))) as found:
        yield found


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The calls of the jobs, which do nothing else."""
    found: list[tuple[object, ...]] = []
    for name in ("audit", "scrub", "archive"):
        monkeypatch.setitem(
            job_list.JOBS, name, lambda _, *args, name=name: found.append((name, *args))
        )
    return found


def work(server: EmbeddedServer) -> None:
    """Do every job that waits, in this process; rq replaces signal handlers and leaves its own."""
    handlers = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
    try:
        worker(Settings(redis_url=server.url), SimpleWorker).work(burst=True, logging_level="ERROR")
    finally:
        for sign, handler in handlers.items():
            signal.signal(sign, handler)


async def test_a_job_is_done_with_its_arguments(
    jobs: RqJobs, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    job = await jobs.enqueue("audit", "a" * 26, "b")
    waiting = queue(queue_beside(server.url))
    assert waiting.job_ids == [job]
    [found] = waiting.jobs
    assert (found.func_name, list(found.args)) == ("audit", ["a" * 26, "b"])
    assert found.retries_left == RETRIES
    work(server)
    assert done == [("audit", "a" * 26, "b")]
    assert FinishedJobRegistry(queue=waiting).get_job_ids() == [job]


async def test_a_job_is_read_as_one_of_the_list(
    jobs: RqJobs, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    job = await jobs.enqueue("audit", "a")
    waiting = queue(queue_beside(server.url))
    fetch = worker(Settings(redis_url=server.url), SimpleWorker).job_class.fetch
    found = fetch(job, connection=waiting.connection, serializer=waiting.serializer)
    found.func("seen")
    assert done == [("audit", "seen")]


async def test_a_job_that_an_outage_interrupts_is_tried_again_and_logged_in_one_line(
    jobs: RqJobs,
    server: EmbeddedServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    calls: list[str] = []

    def audit(settings: Settings, table: str) -> str:
        calls.append(table)
        if len(calls) == 1:
            raise StoreUnavailable("the master is away")
        return "judged"

    monkeypatch.setitem(job_list.JOBS, "audit", audit)
    job = await jobs.enqueue("audit", "a")
    work(server)
    assert calls == ["a", "a"]
    assert FinishedJobRegistry(queue=queue(queue_beside(server.url))).get_job_ids() == [job]
    [line] = [record.getMessage() for record in caplog.records if record.levelname != "DEBUG"]
    assert line == "the store does not respond (the master is away); the job audit is tried again"


async def test_a_job_that_is_not_listed_is_not_done(
    jobs: RqJobs, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    await jobs.enqueue("os.abort")
    work(server)
    assert done == []
    assert queue(queue_beside(server.url)).failed_job_registry.count == 1


async def test_a_job_whose_worker_was_killed_is_done_again(
    jobs: RqJobs, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    """As rq finds it: started by a worker that sends no heartbeat any more."""
    job_id = await jobs.enqueue("audit", "killed")
    waiting = queue(queue_beside(server.url))
    dead = worker(Settings(redis_url=server.url), SimpleWorker)
    dead.register_birth()  # type: ignore[no-untyped-call]
    job = waiting.fetch_job(job_id)
    assert job is not None
    waiting.connection.lpop(waiting.key)
    dead.prepare_execution(job)
    assert waiting.count == 0
    StartedJobRegistry(queue=waiting).cleanup(timestamp=2**40)
    work(server)
    assert done == [("audit", "killed")]


async def test_a_periodic_job_is_queued_once_per_period(
    jobs: RqJobs, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    async with aclosing(RqJobs(queue_beside(server.url))) as other:
        queued = [await each.enqueue_every(3600, "scrub") for each in (jobs, other, jobs)]
    assert queued == [True, False, False]
    work(server)
    assert done == [("scrub",)]


async def test_a_job_that_waits_is_not_queued_again_and_one_that_was_done_is(
    jobs: RqJobs, server: EmbeddedServer, done: list[tuple[object, ...]]
) -> None:
    assert [await jobs.enqueue_once("archive", name) for name in ("a", "b")] == [True, False]
    work(server)
    assert await jobs.enqueue_once("archive", "c")
    work(server)
    assert done == [("archive", "a"), ("archive", "c")]


async def test_without_its_server_a_queue_is_unavailable() -> None:
    async with aclosing(RqJobs("redis://127.0.0.1:1/0")) as jobs:
        with pytest.raises(StoreUnavailable, match="queue"):
            await jobs.enqueue("audit", "a")
        with pytest.raises(StoreUnavailable, match="queue"):
            await jobs.enqueue_every(60, "scrub")
        with pytest.raises(StoreUnavailable, match="queue"):
            await jobs.lengths()
