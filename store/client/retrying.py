"""A long chore lives through a moment without a store: what it asks is asked again."""

import asyncio
from collections.abc import Sequence
from typing import Any

from application.ports.event_log import StoreUnavailable
from store.client.base import StoreClient
from store.client.connection import Argument
from store.client.factory import open_client
from store.client.pipeline import PipelinedClient

EXCHANGE_SECONDS = 10.0
PATIENCE = 60.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0


class RetryingClient(StoreClient):
    """For what may safely be executed twice, and nobody waits for; a store must be there once."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self._client = open_client(url, 2 * EXCHANGE_SECONDS)
        self.budget, self.single_server = self._client.budget, self._client.single_server
        self._patience = patience
        self._met = False

    @property
    def batches(self) -> int:
        return self._client.batches

    def send_once(self, *command: Argument) -> "asyncio.Future[Any]":
        return self._client.send_once(*command)

    async def servers(self) -> Sequence[PipelinedClient]:
        return await self._client.servers()

    async def aclose(self) -> None:
        await self._client.aclose()

    async def execute_all(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        loop = asyncio.get_running_loop()
        deadline, pause = loop.time() + self._patience, FIRST_PAUSE
        while True:
            try:
                answers = await self._client.execute_all(commands)
            except StoreUnavailable:
                if not self._met or loop.time() > deadline:
                    raise
            else:
                self._met = True
                return answers
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
