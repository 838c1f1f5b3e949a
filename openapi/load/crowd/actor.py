"""Tasks that send requests, and end between two of them: the end of a run cuts none off."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

from openapi.load.client import Client

DRAIN_SECONDS = 2.0  # how long an answer is waited for after the end of the run

Answer = TypeVar("Answer")


class RunOver(Exception):
    """The run has ended; no further request is sent."""


class Actor:
    """Sends one request after the other; `asking` while it waits for an answer."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.over = self.asking = False
        self.task: asyncio.Task[None] | None = None

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        self.task = asyncio.create_task(work)
        return self.task

    async def wait_for(self, answer: Coroutine[Any, Any, Answer]) -> Answer:
        """Return the answer to a request; raises RunOver instead of sending it after the end."""
        if self.over:
            answer.close()
            raise RunOver
        self.asking = True
        try:
            return await answer
        finally:
            self.asking = False


async def end(actors: Iterable[Actor], seconds: float = DRAIN_SECONDS) -> None:
    """End actors: those that wait for an answer get it first, if it comes in this time."""
    tasks = {actor: actor.task for actor in actors if actor.task is not None}
    for actor, task in tasks.items():
        actor.over = True
        if not actor.asking:
            task.cancel()
    if tasks:
        for late in (await asyncio.wait(tasks.values(), timeout=seconds))[1]:
            late.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
