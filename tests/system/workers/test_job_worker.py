"""Only listed jobs are run, however they are queued."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rq import Queue, Worker
from rq.job import Callback, Job
from rq.serializers import JSONSerializer, PickleSerializer

from application.settings import Settings
from store.embedded.server import EmbeddedServer
from store.jobs import JOBS, RqJobs, queue
from tests.support.servers.processes import PATIENCE, until, working
from tests.support.stores.servers import running
from workers.job_worker import ListedJob, run_jobs
from workers.upkeep.rebuild.leaderboard import LeaderboardReport
from workers.upkeep.rebuild.table_list import TableListReport


@pytest.fixture(scope="module")
def job_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A store with a job worker, as `serve` runs it."""
    with running("valkey", tmp_path_factory.mktemp("jobs")) as server:
        urls = {"LUDOTHEQUE_REDIS_URL": server.url, "LUDOTHEQUE_QUEUE_URL": server.queue_url}
        command = [sys.executable, "-m", "workers", "work", "jobs"]
        worker = subprocess.Popen(command, env=os.environ | urls, stderr=subprocess.DEVNULL)
        try:
            yield server
        finally:
            worker.terminate()
            assert worker.wait(PATIENCE) == 0


def enqueue(url: str, name: str, *args: str) -> Job:
    """Request a job as every process does."""
    job = asyncio.run(RqJobs(url).enqueue(name, *args))
    return ListedJob.fetch(job, connection=queue(url).connection, serializer=JSONSerializer)


def done(job: Job) -> Job:
    until(lambda: job.get_status() in ("finished", "failed"))
    return job


def why(job: Job) -> str:
    result = job.latest_result()
    assert result is not None
    return result.exc_string or ""


def test_dead_workers_are_soon_noticed_and_no_scheduler_is_needed(
    job_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[Any, dict[str, Any]]] = []
    monkeypatch.setattr(
        "workers.job_worker.configure_logging", lambda _: None
    )  # these are pytest's
    monkeypatch.setattr(Worker, "work", lambda self, **how: begun.append((self, how)))
    run_jobs(Settings(redis_url=job_server.url, queue_url=job_server.queue_url))
    [(worker, how)] = begun
    assert worker.maintenance_interval <= 15  # seconds; rq's own are 600
    assert how.keys() == {"logging_level"}  # with_scheduler is not asked for
    assert worker.scheduler is None


def test_a_listed_chore_is_done(job_server: EmbeddedServer) -> None:
    job = done(enqueue(job_server.queue_url, "rebuild"))
    assert job.get_status() == "finished"
    report = msgspec.convert(job.return_value(), TableListReport)
    assert (report.tables, report.flipped) == (0, True)


def test_a_job_rebuilds_the_leaderboard(job_server: EmbeddedServer) -> None:
    job = done(enqueue(job_server.queue_url, "rebuild", "leaderboard"))
    assert job.get_status() == "finished"
    report = msgspec.convert(job.return_value(), LeaderboardReport)
    assert (report.position, report.flipped) == (0, True)


def test_a_chore_may_be_asked_for_twice(job_server: EmbeddedServer) -> None:
    jobs = [enqueue(job_server.queue_url, "rebuild") for _ in range(2)]
    assert [done(job).get_status() for job in jobs] == ["finished", "finished"]


@pytest.mark.parametrize("name", ["os.mkdir", "workers.jobs.rebuild", "pathlib.Path.touch"])
def test_a_function_that_is_not_on_the_list_is_refused(
    job_server: EmbeddedServer, tmp_path: Path, name: str
) -> None:
    trace = tmp_path / "trace"
    job = done(queue(job_server.queue_url).enqueue(name, str(trace)))
    assert job.get_status() == "failed"
    assert "NotListed" in why(job)
    assert not trace.exists()


def test_callbacks_are_not_called(job_server: EmbeddedServer) -> None:
    plain = Queue(
        JOBS, connection=queue(job_server.queue_url).connection, serializer=JSONSerializer
    )
    called = Callback("os.abort")
    for name in ("rebuild", "os.abort"):
        job = plain.enqueue(name, on_success=called, on_failure=called)
        assert done(job).get_status() == ("finished" if name == "rebuild" else "failed")
    assert done(enqueue(job_server.queue_url, "rebuild")).get_status() == "finished"


class Bomb:
    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (self.path,)


def test_a_pickle_is_never_opened(job_server: EmbeddedServer, tmp_path: Path) -> None:
    connection = queue(job_server.queue_url).connection
    pickling = Queue(JOBS, connection=connection, serializer=PickleSerializer)
    trace = tmp_path / "trace"
    job = pickling.enqueue("rebuild", Bomb(str(trace)))
    same = ListedJob.fetch(job.id, connection=connection, serializer=JSONSerializer)
    assert done(same).get_status() == "failed"
    assert not trace.exists()


def test_a_worker_outlives_a_queue_that_cannot_be_used(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "store")
    with working("jobs", server.url, tmp_path, LUDOTHEQUE_QUEUE_URL=server.queue_url) as worker:
        until(lambda: "the queue cannot be used" in worker.output)
        assert worker.alive()
        with running("valkey", tmp_path / "store"):
            until(lambda: done(enqueue(server.queue_url, "rebuild", "tables")).is_finished)
        until(lambda: worker.output.count("cannot be used") > 1 or "retrying" in worker.output)
        assert worker.alive()
        assert "Traceback" not in worker.output
