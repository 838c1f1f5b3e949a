"""The interface of a store client, for one server or a cluster, and its retry of lost replies."""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from application.ops.store_budget import LEAST_SHARE, current
from application.ports.event_log import StoreUnavailable
from store.client.connection import Argument
from store.client.replies import ReplyLost, is_refusal, refused
from store.client.responsive_timeout import ResponsiveTimeout

if TYPE_CHECKING:
    from store.client.pipeline import PipelinedClient

T = TypeVar("T")
ATTEMPT_SHARE = 5 / 9  # of the budget for one attempt, so that a second one fits in
RETRY_SECONDS = 0.02  # between two attempts while the store cannot be reached


class Wait:
    """The wait for the reply to one command, within what is left of the budget of the request."""

    def __init__(self, budget: float) -> None:
        self._began = asyncio.get_running_loop().time()
        self._shared = current.get()
        self.seconds = self._shared.begin(self._began, budget) if self._shared else budget
        self._whole = self.seconds == budget
        self._least = budget * LEAST_SHARE

    def left(self) -> ResponsiveTimeout:
        """Return a timeout for the rest; a stall of the event loop does not use it up."""
        waited = asyncio.get_running_loop().time() - self._began
        return ResponsiveTimeout(max(self.seconds - waited, self._least))

    def __enter__(self) -> "Wait":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._shared is not None:
            now = asyncio.get_running_loop().time()
            self._shared.end(self._began, now, replied=kind is None)

    def first(self, reply: Awaitable[T]) -> Awaitable[T]:
        """Return the reply; if all the time is left, the connection's own time-out is shorter."""
        return reply if self._whole else self._bounded(reply)

    async def _bounded(self, reply: Awaitable[T]) -> T:
        try:
            async with ResponsiveTimeout(self.seconds):
                return await reply
        except TimeoutError:
            raise ReplyLost("no time is left to wait") from None

    async def again(self, reply: Awaitable[T]) -> T:
        """Return the reply; raises TimeoutError at the end of the time."""
        async with self.left():
            return await reply


class StoreClient(ABC):
    """Executes commands: `execute` may send one twice, `send_once` never does."""

    budget: float  # seconds after which `execute` gives up
    single_server = True  # all keys can be reached, or none

    def __init__(self) -> None:
        self.refusals: Counter[str] = Counter()  # commands that servers refused, by reason

    @property
    @abstractmethod
    def batches(self) -> int:
        """Return the number of round trips so far."""

    @property
    @abstractmethod
    def interruptions(self) -> int:
        """Return a number that changes after a lost connection or with another server."""

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
        with self.waiting() as wait:
            try:
                return await wait.first(self._gather(commands))
            except ReplyLost:
                pass
            try:
                return await wait.again(self._gather(commands))
            except (ReplyLost, TimeoutError):
                raise StoreUnavailable("the store did not respond in time") from None

    def waiting(self) -> "Wait":
        """Return how long the reply to one command may take now."""
        return Wait(self.budget)

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
                raise refused(error) from error
            raise
