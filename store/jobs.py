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
from rq.serializers import JSONSerializer

from application.ports.event_log import StoreUnavailable
from application.ports.jobs import BotWakeup, Jobs
from store.bot_queue import BotQueue

T = TypeVar("T")

JOBS, BOTS = "jobs", "bots"  # a queue of their own, so that no long job delays a bot
QUEUES = (JOBS, BOTS)
JOB_SECONDS = 3_600
KEPT_SECONDS = 7 * 24 * 3_600  # results and failures
RETRIES = 3  # if the worker dies
BOT_SECONDS = 30
BOT_KEPT_SECONDS = 60
MOST_BOT_JOBS = 8  # that wait; each plays at all tables that wait, in turn
TIMEOUT_SECONDS = 2.0


def queue(url: str, name: str = JOBS, **connection: Any) -> Queue:
    return Queue(name, connection=Redis.from_url(url, **connection), serializer=JSONSerializer)


class RqJobs(Jobs):
    """rq waits for its server, so every request runs in a thread."""

    def __init__(self, url: str, timeout: float = TIMEOUT_SECONDS) -> None:
        limits = {"socket_timeout": timeout, "socket_connect_timeout": timeout}
        self._queues = {name: queue(url, name, **limits) for name in QUEUES}
        self._bots = BotQueue(self._queues[BOTS].connection)

    async def enqueue(self, name: str, *args: str) -> str:
        return await _in_thread(partial(self._enqueue, name, args))

    async def enqueue_every(self, seconds: int, name: str) -> bool:
        return await _in_thread(partial(self._enqueue_every, seconds, name))

    async def wake_bots(self, wakeups: Sequence[BotWakeup]) -> None:
        await _in_thread(partial(self._wake_bots, wakeups))

    async def next_wakeup(self, unfinished: BotWakeup | None) -> BotWakeup | None:
        return await _in_thread(partial(self._next_wakeup, unfinished))

    async def lengths(self) -> dict[str, int]:
        return await _in_thread(lambda: {JOBS: self._queues[JOBS].count, BOTS: self._bots.count()})

    async def aclose(self) -> None:
        for each in self._queues.values():
            each.connection.close()

    def _enqueue(self, name: str, args: Sequence[str]) -> str:
        job = self._queues[JOBS].enqueue(
            name,
            args=args,
            job_timeout=JOB_SECONDS,
            result_ttl=KEPT_SECONDS,
            failure_ttl=KEPT_SECONDS,
            retry=Retry(max=RETRIES),
        )
        return str(job.id)

    def _enqueue_every(self, seconds: int, name: str) -> bool:
        connection = self._queues[JOBS].connection
        if not connection.set(f"ludotheque:every:{name}", 1, nx=True, ex=seconds):
            return False
        self._enqueue(name, ())
        return True

    def _wake_bots(self, wakeups: Sequence[BotWakeup]) -> None:
        self._bots.add(wakeups)
        waiting = self._queues[BOTS]
        waiting.enqueue_many(
            Queue.prepare_data(
                "play_bots", timeout=BOT_SECONDS, result_ttl=0, failure_ttl=BOT_KEPT_SECONDS
            )
            for _ in range(min(max(1, len(wakeups)), MOST_BOT_JOBS - waiting.count))
        )

    def _next_wakeup(self, unfinished: BotWakeup | None) -> BotWakeup | None:
        if unfinished is not None:
            self._bots.add([unfinished])
        return self._bots.take()


async def _in_thread(work: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(work)
    except (RedisError, OSError) as failure:
        raise StoreUnavailable(f"the queue does not respond: {failure!r}") from failure
