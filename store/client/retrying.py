"""A long chore lives through a moment without a store: what it asks is asked again."""

import asyncio
from collections.abc import Sequence
from typing import Any

from application.ports.event_log import StoreUnavailable
from store.client.connection import Argument
from store.client.factory import pipe_to
from store.client.pipeline import AnyPipe, Pipe

EXCHANGE_SECONDS = 10.0
PATIENCE = 60.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0


class PatientPipe(AnyPipe):
    """For what may safely be executed twice, and nobody waits for; a store must be there once."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self._pipe = pipe_to(url, 2 * EXCHANGE_SECONDS)
        self.budget, self.one_fate = self._pipe.budget, self._pipe.one_fate
        self._patience = patience
        self._met = False

    @property
    def batches(self) -> int:
        return self._pipe.batches

    def submit(self, command: Sequence[Argument]) -> "asyncio.Future[Any]":
        return self._pipe.submit(command)

    async def servers(self) -> Sequence[Pipe]:
        return await self._pipe.servers()

    async def aclose(self) -> None:
        await self._pipe.aclose()

    async def ask_all(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        loop = asyncio.get_running_loop()
        deadline, pause = loop.time() + self._patience, FIRST_PAUSE
        while True:
            try:
                answers = await self._pipe.ask_all(commands)
            except StoreUnavailable:
                if not self._met or loop.time() > deadline:
                    raise
            else:
                self._met = True
                return answers
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
