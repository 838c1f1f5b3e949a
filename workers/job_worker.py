"""The door to rq: jobs are JSON, and only what is on the list is ever run."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from redis import Redis, RedisError
from rq import Queue, Retry, SimpleWorker, Worker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from application.logging import configure_logging
from store.jobs import AGAIN, BOTS, CHORES, JOB_SECONDS, KEPT_SECONDS
from workers.jobs import JOBS

MAINTENANCE_SECONDS = 15
WORKER_SECONDS = 45  # a dead worker is forgotten after this
BOT_SECONDS = 30
BOT_KEPT_SECONDS = 60
MOST_BOTS_WAITING = 10_000  # without anybody to wake them; they are asked again and again
PATIENCE = 2.0
UNREACHABLE = (RedisError, OSError)

AnyWorker = TypeVar("AnyWorker", bound=BaseWorker)


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


def queue(url: str, name: str = CHORES, **connection: Any) -> Queue:
    return Queue(
        name,
        connection=_connection(url, **connection),
        job_class=ListedJob,
        serializer=JSONSerializer,
    )


def enqueue(url: str, name: str, *args: Any) -> Job:
    listed(name)
    return queue(url).enqueue(
        name,
        args=args,
        job_timeout=JOB_SECONDS,
        result_ttl=KEPT_SECONDS,
        failure_ttl=KEPT_SECONDS,
        retry=Retry(max=AGAIN),
    )


def bots(url: str) -> Queue:
    """Where bots wait to be woken: a queue of its own, so that no long chore stands before them."""
    return queue(url, BOTS, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


def wake_bots(waiting: Queue, tables: Sequence[str], within_seconds: int) -> None:
    """Whoever is not woken in time is asked for again, so the request may be forgotten then."""
    if waiting.count < MOST_BOTS_WAITING:
        waiting.enqueue_many(
            Queue.prepare_data(
                "bot_move",
                (table,),
                timeout=BOT_SECONDS,
                ttl=within_seconds,
                result_ttl=0,
                failure_ttl=BOT_KEPT_SECONDS,
            )
            for table in tables
        )


def worker(url: str, kind: type[AnyWorker], name: str = CHORES) -> AnyWorker:
    return kind(
        [queue(url, name)],
        connection=_connection(url),
        job_class=ListedJob,
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=WORKER_SECONDS,
    )


def run(url: str) -> None:
    """Chores: each in a process of its own, so that none can harm the next."""
    configure_logging()
    worker(url, Worker).work(logging_level="WARNING")


def run_bots(url: str) -> None:
    """Bots: all in this process, which knows the tables already and answers at once."""
    configure_logging()
    worker(url, SimpleWorker, BOTS).work(logging_level="WARNING")


def _connection(url: str, **settings: Any) -> Redis:
    return Redis.from_url(url, **settings)
