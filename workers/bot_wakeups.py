"""Asks the workers to play for bots, beside the clocks: a queue that hangs does not stop them."""

import asyncio
import logging
from collections.abc import Iterable

from domain.kernel.ids import TableId
from workers import job_worker

log = logging.getLogger(__name__)


class Waker:
    def __init__(self, queue_url: str, within_seconds: int) -> None:
        """Whoever is not woken within so many seconds will be asked for again."""
        self._queue = job_worker.bots(queue_url)
        self._within = within_seconds
        self._asleep: set[TableId] = set()
        self._task: asyncio.Task[None] | None = None

    def wake(self, tables: Iterable[TableId]) -> None:
        """Somebody is to play for the bots of these tables; soon, and without waiting for it."""
        self._asleep.update(tables)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._ask())

    async def idle(self) -> None:
        """Until everybody has been asked for."""
        if self._task is not None:
            await self._task

    async def _ask(self) -> None:
        while self._asleep:
            tables, self._asleep = list(self._asleep), set()
            try:
                await asyncio.to_thread(job_worker.wake_bots, self._queue, tables, self._within)
            except job_worker.UNREACHABLE as trouble:
                log.warning("%d tables wait for a bot: no queue (%s)", len(tables), trouble)
