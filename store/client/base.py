"""The interface of a store client, for one server or a cluster, and its retry of lost replies."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from application.ports.event_log import StoreUnavailable
from store.client.connection import Argument
from store.client.replies import ReplyLost, is_refusal

if TYPE_CHECKING:
    from store.client.pipeline import PipelinedClient

ATTEMPT_SHARE = 5 / 9  # of the budget for one attempt, so that a second one fits in
RETRY_SECONDS = 0.02  # between two attempts while the store cannot be reached


class StoreClient(ABC):
    """Executes commands: `execute` may send one twice, `send_once` never does."""

    budget: float  # seconds after which `execute` gives up
    single_server = True  # all keys can be reached, or none

    @property
    @abstractmethod
    def batches(self) -> int:
        """Return the number of round trips so far."""

    @abstractmethod
    def send_once(self, *command: Argument) -> "asyncio.Future[Any]":
        """Send a command; the future raises its error, StoreUnavailable or ReplyLost.

        Commands that are sent in a row are executed in that order.
        """

    @abstractmethod
    async def servers(self) -> Sequence["PipelinedClient"]:
        """Return a client for each server that holds keys."""

    @abstractmethod
    async def aclose(self) -> None:
        """Disconnect; commands that still wait fail with StoreUnavailable."""

    async def execute(self, *command: Argument) -> Any:
        """Return the reply to a command that is safe to execute twice."""
        return (await self.execute_all([command]))[0]

    async def execute_all(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """Return all replies to commands that are safe to execute twice; raise the first error.

        If a reply is lost, all of them are sent a second time.
        """
        deadline = asyncio.get_running_loop().time() + self.budget
        try:
            return await self._gather(commands)
        except ReplyLost:
            pass
        try:
            async with asyncio.timeout_at(deadline):
                return await self._gather(commands)
        except (ReplyLost, TimeoutError):
            raise StoreUnavailable("the store did not respond in time") from None

    async def execute_reachable(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """Return all replies, with an error in place of each that no server could give.

        Raises StoreUnavailable if no server is reachable.
        """
        return await self.execute_all(commands)

    async def _gather(self, commands: Iterable[Sequence[Argument]]) -> list[Any]:
        try:
            return await asyncio.gather(*[self.send_once(*command) for command in commands])
        except Exception as error:
            if is_refusal(error):
                raise StoreUnavailable(str(error)) from error
            raise
