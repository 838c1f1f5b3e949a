"""rq workers: jobs are JSON, and only listed functions can run."""

from collections.abc import Callable
from typing import Any, TypeVar

from redis import Redis
from rq import SimpleWorker, Worker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from application.logging import configure_logging
from application.settings import Settings
from store.jobs import BOTS, JOBS, queue
from workers import jobs

MAINTENANCE_SECONDS = 15
WORKER_SECONDS = 45  # a dead worker is forgotten after this

AnyWorker = TypeVar("AnyWorker", bound=BaseWorker)


class NotListed(Exception):
    """This function is not one of the jobs."""


class ListedJob(Job):
    """A job names one of our functions; no name in it is imported, no address is called."""

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
    """Return the function of a job; raises NotListed."""
    if not isinstance(name, str) or name not in jobs.JOBS:
        raise NotListed(f"{name!r} is not on the list of jobs")
    return jobs.JOBS[name]


def worker(url: str, kind: type[AnyWorker], name: str = JOBS) -> AnyWorker:
    return kind(
        [queue(url, name)],
        connection=Redis.from_url(url),
        job_class=ListedJob,
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=WORKER_SECONDS,
    )


def run_jobs(settings: Settings) -> None:
    """Do the jobs that wait, each in a process of its own, so that none can harm the next."""
    configure_logging(settings.log_format)
    worker(settings.queue(), Worker).work(logging_level="WARNING")


def run_bots(settings: Settings) -> None:
    """Play for bots in this process, which knows the tables already and answers at once."""
    configure_logging(settings.log_format)
    worker(settings.queue(), SimpleWorker, BOTS).work(logging_level="WARNING")
