"""The queues of jobs, in memory: the port of the product, held to it by the contract tests."""

import asyncio
from collections.abc import Sequence

from application.ports.event_log import StoreUnavailable
from application.ports.jobs import BotWakeup, Jobs
from store.bot_queue import MOST_TABLES

POLL_SECONDS = 0.05  # between two looks at an empty queue


class Queues:
    """What lies in the queue's database: shared by all processes, lost with it."""

    def __init__(self) -> None:
        self.up = True
        self.jobs: list[tuple[str, tuple[str, ...]]] = []
        self.turns: dict[str, list[str]] = {}  # tables by owner, in the order of their turns
        self.periods: dict[str, float] = {}
        self.count = 0


class SimulatedJobs(Jobs):
    def __init__(self, queues: Queues) -> None:
        self._queues = queues

    async def enqueue(self, name: str, *args: str) -> str:
        queues = await self._reached()
        queues.jobs.append((name, args))
        queues.count += 1
        return f"job{queues.count}"

    async def enqueue_every(self, seconds: int, name: str) -> bool:
        queues, now = await self._reached(), asyncio.get_running_loop().time()
        if queues.periods.get(name, 0.0) > now:
            return False
        queues.periods[name] = now + seconds
        queues.jobs.append((name, ()))
        return True

    async def enqueue_once(self, name: str, *args: str) -> bool:
        queues = await self._reached()
        if any(job == name for job, _ in queues.jobs):
            return False
        queues.jobs.append((name, args))
        return True

    async def wake_bots(self, wakeups: Sequence[BotWakeup]) -> None:
        await self._reached()
        for each in sorted(wakeups):
            self._add(each)

    async def await_wakeup(self, seconds: float) -> None:
        until = asyncio.get_running_loop().time() + seconds
        while not (await self._reached()).turns and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(POLL_SECONDS)

    async def next_wakeup(self, unfinished: BotWakeup | None) -> BotWakeup | None:
        queues = await self._reached()
        if unfinished is not None:
            self._add(unfinished)
        if not queues.turns:
            return None
        owner = next(iter(queues.turns))
        table, *rest = queues.turns.pop(owner)
        if rest:
            queues.turns[owner] = rest
        return BotWakeup(table, owner)

    async def lengths(self) -> dict[str, int]:
        queues = await self._reached()
        return {"jobs": len(queues.jobs), "bots": sum(map(len, queues.turns.values()))}

    async def aclose(self) -> None:
        return

    def _add(self, wakeup: BotWakeup) -> None:
        tables = self._queues.turns.setdefault(wakeup.owner, [])
        if wakeup.table not in tables and len(tables) < MOST_TABLES:
            tables.append(wakeup.table)

    async def _reached(self) -> Queues:
        await asyncio.sleep(0.001)
        if not self._queues.up:
            raise StoreUnavailable("the queue does not answer")
        return self._queues
