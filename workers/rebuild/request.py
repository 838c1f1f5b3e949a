"""Requests a rebuild when a consumer group was created after commits had been trimmed."""

import logging
from collections.abc import Awaitable, Callable

from application.ports.feeds import ConsumerGroup
from application.ports.jobs import Jobs

log = logging.getLogger(__name__)
Step = Callable[[], Awaitable[int]]


def rebuilding(step: Step, group: ConsumerGroup, jobs: Jobs, model: str) -> Step:
    """Return a step that also requests the rebuild of its read model if commits were missed."""

    async def run() -> int:
        taken = await step()
        if group.missed:
            log.warning("commits were trimmed before the group of %s began: rebuilding", model)
            await jobs.enqueue("rebuild", model)
            group.missed = False
        return taken

    return run
