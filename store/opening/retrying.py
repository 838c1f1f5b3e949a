"""A client for long jobs: it waits for a store that is briefly unreachable."""

import asyncio
from collections.abc import Sequence
from typing import Any

from application.lib.backoff import Backoff
from application.ports.event_log import StoreUnavailable
from store.client.base import StoreClient
from store.client.connection import Argument
from store.client.pipeline import PipelinedClient
from store.opening.factory import open_client

EXCHANGE_SECONDS = 10.0
RETRY_SECONDS = 60.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0


class RetryingClient(StoreClient):
    """Retries `execute` once a first command has succeeded: a wrong URL fails at once."""

    def __init__(self, url: str, retry_seconds: float = RETRY_SECONDS) -> None:
        self._client = open_client(url, 2 * EXCHANGE_SECONDS)
        super().__init__()
        self.refusals = self._client.refusals
        self.budget, self.single_server = self._client.budget, self._client.single_server
        self._retry_seconds = retry_seconds
        self._succeeded = False

    @property
    def batches(self) -> int:
        return self._client.batches

    @property
    def interruptions(self) -> int:
        return self._client.interruptions

    def send_once(self, *command: Argument) -> "asyncio.Future[Any]":
        return self._client.send_once(*command)

    async def servers(self) -> Sequence[PipelinedClient]:
        return await self._client.servers()

    async def aclose(self) -> None:
        await self._client.aclose()

    async def execute_all(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        loop, backoff = asyncio.get_running_loop(), Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        deadline = loop.time() + self._retry_seconds
        while True:
            try:
                replies = await self._client.execute_all(commands)
            except StoreUnavailable:
                if not self._succeeded or loop.time() > deadline:
                    raise
            else:
                self._succeeded = True
                return replies
            await asyncio.sleep(backoff.next())
