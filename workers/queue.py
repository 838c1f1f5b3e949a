"""The door to rq: jobs are JSON, and only what is on the list is ever run."""

from collections.abc import Callable
from typing import Any

from redis import Redis
from rq import Queue, Worker
from rq.job import Job
from rq.serializers import JSONSerializer

from eventlog import logs
from workers.jobs import JOBS

NAME = "chores"
MAINTENANCE_SECONDS = 15
WORKER_SECONDS = 45  # a dead worker is forgotten after this
JOB_SECONDS = 3_600
KEPT_SECONDS = 7 * 24 * 3_600  # what came of it


class NotListed(Exception):
    """This function is not one of the chores."""


class ListedJob(Job):
    """A job names a chore of ours; no name in it is ever imported, no address ever called."""

    @property
    def func(self) -> Callable[..., Any]:
        return listed(self.func_name)

    @property
    def success_callback(self) -> None:
        return None

    @property
    def failure_callback(self) -> None:
        return None

    @property
    def stopped_callback(self) -> None:
        return None

    def send_webhooks(self, *args: Any, **kwargs: Any) -> None:
        return None


def listed(name: object) -> Callable[..., Any]:
    if not isinstance(name, str) or name not in JOBS:
        raise NotListed(f"{name!r} is not on the list of chores")
    return JOBS[name]


def queue(url: str) -> Queue:
    return Queue(NAME, connection=_connection(url), job_class=ListedJob, serializer=JSONSerializer)


def enqueue(url: str, name: str, *args: Any) -> Job:
    listed(name)
    return queue(url).enqueue(
        name, args=args, job_timeout=JOB_SECONDS, result_ttl=KEPT_SECONDS, failure_ttl=KEPT_SECONDS
    )


def worker(url: str, kind: type[Worker] = Worker) -> Worker:
    return kind(
        [queue(url)],
        connection=_connection(url),
        job_class=ListedJob,
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=WORKER_SECONDS,
    )


def run(url: str) -> None:
    logs.begin()
    worker(url).work(logging_level="WARNING")


def _connection(url: str) -> Redis:
    return Redis.from_url(url)
