"""Jobs through rq: requested by name, as JSON. The one place that puts anything into a queue.

A job may be done twice, or get lost with the queue: its caller must be able to request it again.
One whose worker was killed is done again by another.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from redis import Redis, RedisError
from rq import Queue, Retry
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from application.ports.event_log import StoreUnavailable
from application.ports.jobs import Jobs

T = TypeVar("T")

JOBS = "jobs"
UNDER_WAY = (JobStatus.QUEUED, JobStatus.STARTED, JobStatus.DEFERRED, JobStatus.SCHEDULED)
JOB_SECONDS = 3_600
KEPT_SECONDS = 7 * 24 * 3_600  # results and failures
RETRIES = 3  # if the worker dies
TIMEOUT_SECONDS = 2.0


def queue(url: str, **connection: Any) -> Queue:
    return Queue(JOBS, connection=Redis.from_url(url, **connection), serializer=JSONSerializer)


class RqJobs(Jobs):
    """rq waits for its server, so every request runs in a thread."""

    def __init__(self, url: str, timeout: float = TIMEOUT_SECONDS) -> None:
        limits = {"socket_timeout": timeout, "socket_connect_timeout": timeout}
        self._queue = queue(url, **limits)

    async def enqueue(self, name: str, *args: str) -> str:
        return await _in_thread(partial(self._enqueue, name, args))

    async def enqueue_every(self, seconds: int, name: str) -> bool:
        return await _in_thread(partial(self._enqueue_every, seconds, name))

    async def enqueue_once(self, name: str, *args: str, job_id: str = "") -> bool:
        return await _in_thread(partial(self._enqueue_once, name, args, job_id or name))

    async def lengths(self) -> dict[str, int]:
        return await _in_thread(lambda: {JOBS: self._queue.count})

    async def aclose(self) -> None:
        self._queue.connection.close()

    def _enqueue(self, name: str, args: Sequence[str], job_id: str | None = None) -> str:
        job = self._queue.enqueue(
            name,
            job_id=job_id,
            args=args,
            job_timeout=JOB_SECONDS,
            result_ttl=0 if job_id else KEPT_SECONDS,
            failure_ttl=KEPT_SECONDS,
            retry=Retry(max=RETRIES),
        )
        return str(job.id)

    def _enqueue_every(self, seconds: int, name: str) -> bool:
        connection = self._queue.connection
        if not connection.set(f"ludotheque:every:{name}", 1, nx=True, ex=seconds):
            return False
        self._enqueue(name, ())
        return True

    def _enqueue_once(self, name: str, args: Sequence[str], job_id: str) -> bool:
        before = self._queue.fetch_job(job_id)
        if before is not None and before.get_status() in UNDER_WAY:
            return False
        self._enqueue(name, args, job_id)
        return True


async def _in_thread(work: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(work)
    except (RedisError, OSError) as failure:
        raise StoreUnavailable(f"the queue does not respond: {failure!r}") from failure
