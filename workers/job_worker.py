"""rq workers: jobs are JSON, and only listed functions can run."""

import logging
import signal
import time
from collections.abc import Callable
from typing import Any, TypeVar

from redis import Redis, RedisError
from rq import Retry, SimpleWorker, Worker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from application.backoff import Backoff
from application.logging import configure_logging
from application.settings import Settings
from store.errors import STORE_ERRORS
from store.jobs import BOTS, JOBS, RETRIES, queue
from workers import jobs

MAINTENANCE_SECONDS = 15
WORKER_SECONDS = 45  # a dead worker is forgotten after this
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between two attempts to reach the queue
log = logging.getLogger(__name__)

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
    """Return the function of a job; raises NotListed. An outage of the store makes it a retry."""
    if not isinstance(name, str) or name not in jobs.JOBS:
        raise NotListed(f"{name!r} is not on the list of jobs")

    def run(*words: str) -> Any:
        try:
            return jobs.JOBS[name](*words)
        except STORE_ERRORS as why:
            log.warning("the store does not respond (%s); the job %s is tried again", why, name)
            return Retry(max=RETRIES)

    return run


def worker(url: str, kind: type[AnyWorker], name: str = JOBS) -> AnyWorker:
    """Return a worker of a queue; after an outage it is back within seconds, not after a minute."""
    made = kind(
        [queue(url, name)],
        connection=Redis.from_url(url),
        job_class=ListedJob,
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=WORKER_SECONDS,
    )
    made.max_connection_wait_time = LONGEST_PAUSE
    return made


def run_jobs(settings: Settings) -> None:
    """Do the jobs that wait, each in a process of its own, so that none can harm the next."""
    _work(settings, lambda url: worker(url, Worker))


def run_bots(settings: Settings) -> None:
    """Play for bots in this process, which knows the tables already and answers at once."""
    _work(settings, lambda url: worker(url, SimpleWorker, BOTS))


def _work(settings: Settings, made: Callable[[str], BaseWorker]) -> None:
    """Work until a signal; a queue that cannot be used for a while does not end the process."""
    configure_logging(settings.log_format)
    backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
    while True:
        try:
            made(settings.queue()).work(logging_level="WARNING")
        except RedisError as why:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # rq has set its own handlers
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            pause = backoff.next()
            log.warning("the queue cannot be used (%s); next attempt in %.1f s", why, pause)
            time.sleep(pause)
        else:
            return
