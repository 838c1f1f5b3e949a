"""Requests moves of bots without delaying the timers: a queue that hangs does not stop them."""

import asyncio
import logging
from collections.abc import Iterable

from application.ports.event_log import StoreUnavailable
from application.ports.jobs import BotWakeup, Jobs

log = logging.getLogger(__name__)


class BotWakeups:
    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._waiting: set[BotWakeup] = set()
        self._task: asyncio.Task[None] | None = None

    def wake(self, wakeups: Iterable[BotWakeup]) -> None:
        """Request moves of the bots at these tables soon; returns at once."""
        self._waiting.update(wakeups)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._request())

    async def idle(self) -> None:
        """Return when every move has been requested."""
        if self._task is not None:
            await self._task

    async def _request(self) -> None:
        while self._waiting:
            wakeups, self._waiting = list(self._waiting), set()
            try:
                await self._jobs.wake_bots(wakeups)
            except StoreUnavailable as failure:
                log.warning("%d tables wait for a bot; no queue (%s)", len(wakeups), failure)
