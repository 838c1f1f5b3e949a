"""The queues of jobs, in memory: the port of the product, held to it by the contract tests."""

import asyncio

from application.ports.event_log import StoreUnavailable
from application.ports.jobs import Jobs

POLL_SECONDS = 0.05  # between two looks at an empty queue


class Queues:
    """What lies in the queue's database: shared by all processes, lost with it."""

    def __init__(self) -> None:
        self.up = True
        self.jobs: list[tuple[str, tuple[str, ...]]] = []
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

    async def enqueue_once(self, name: str, *args: str, job_id: str = "") -> bool:
        queues = await self._reached()
        if any(job == name and (not job_id or old == args) for job, old in queues.jobs):
            return False
        queues.jobs.append((name, args))
        return True

    async def lengths(self) -> dict[str, int]:
        queues = await self._reached()
        return {"jobs": len(queues.jobs)}

    async def aclose(self) -> None:
        return

    async def _reached(self) -> Queues:
        await asyncio.sleep(0.001)
        if not self._queues.up:
            raise StoreUnavailable("the queue does not answer")
        return self._queues
