"""rq workers: jobs are JSON, and only listed functions can run."""

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from redis import Redis, RedisError
from rq import Retry, Worker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from application.lib.backoff import Backoff
from application.ops.logging import configure_logging
from application.settings import Settings
from store.client.errors import STORE_ERRORS
from store.connect import Store, require_format_of
from store.jobs import RETRIES, queue
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

    settings: Settings  # of the worker

    @property
    def func(self) -> Callable[..., Any]:
        return listed(self.func_name, self.settings)

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


def listed(name: object, settings: Settings) -> Callable[..., Any]:
    """Return the function of a job; raises NotListed. An outage of the store makes it a retry."""
    if not isinstance(name, str) or name not in jobs.JOBS:
        raise NotListed(f"{name!r} is not on the list of jobs")

    def run(*words: str) -> Any:
        try:
            return jobs.JOBS[name](settings, *words)
        except STORE_ERRORS as why:
            log.warning("the store does not respond (%s); the job %s is tried again", why, name)
            return Retry(max=RETRIES)

    return run


def worker(settings: Settings, kind: type[AnyWorker]) -> AnyWorker:
    """Return a worker of a queue; after an outage it is back within seconds, not after a minute."""
    url = settings.queue()
    made = kind(
        [queue(url)],
        connection=Redis.from_url(url),
        job_class=type("JobOfWorker", (ListedJob,), {"settings": settings}),
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=WORKER_SECONDS,
    )
    made.max_connection_wait_time = LONGEST_PAUSE
    return made


def run_jobs(settings: Settings) -> None:
    """Do the jobs that wait, each in a process of its own, so that none can harm the next.

    A queue that cannot be used for a while does not end the process.
    """
    require_format_of(settings)
    store = Store.of(settings)
    configure_logging(settings.log_format)
    threading.Thread(target=_witness_outages, args=(store,), daemon=True).start()
    backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
    while True:
        try:
            worker(settings, Worker).work(logging_level="WARNING")
        except RedisError as why:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # rq has set its own handlers
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            pause = backoff.next()
            log.warning("the queue cannot be used (%s); next attempt in %.1f s", why, pause)
            time.sleep(pause)
        else:
            return


def _witness_outages(store: Store) -> None:
    """Measure outages beside the servers: two processes must have measured one to grant it.

    rq waits for jobs in the main thread, so this thread has an event loop of its own. It holds the
    interpreter for a millisecond a second.
    """
    asyncio.run(store.heartbeat.keep())
