"""Whatever is asked in one turn of the event loop goes down one connection as one pipeline."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)

from application.ports.event_log import StoreUnavailable
from application.settings import store_seconds
from store.client.connection import Argument, Connection, pack

MOST_AT_ONCE = 512
ONE_ATTEMPT = 5 / 9  # of the budget: a second attempt must find room in it
PAUSE = 0.02  # seconds between two attempts when the store cannot be reached
REFUSALS = (
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
REFUSAL_CODES = ("MISCONF ", "BUSY ", "NOREPLICAS ")

Waiting: TypeAlias = tuple[bytes, "asyncio.Future[Any]"]


class ReplyLost(Exception):
    """The command was sent, but no answer came."""


def is_refusal(error: Exception) -> bool:
    """Does this answer say that the server executes nothing of this kind just now?"""
    return isinstance(error, REFUSALS) or str(error).startswith(REFUSAL_CODES)


def is_unreachable(answer: object) -> bool:
    """Was nobody there who could have answered?"""
    if isinstance(answer, StoreUnavailable | ReplyLost):
        return True
    return isinstance(answer, Exception) and is_refusal(answer)


def raise_first_error(answers: list[Any]) -> list[Any]:
    """The same answers, unless one is an error."""
    for answer in answers:
        if isinstance(answer, Exception):
            raise StoreUnavailable(str(answer)) if is_refusal(answer) else answer
    return answers


class StoreClient(ABC):
    """What may be asked of a store, be it one server or many."""

    budget: float  # seconds in which an answer is sought before the caller is told
    single_server = True  # all keys can be reached, or none

    @property
    @abstractmethod
    def batches(self) -> int:
        """Round trips so far."""

    @abstractmethod
    def submit(self, command: Sequence[Argument]) -> "asyncio.Future[Any]":
        """The same as `call` without a coroutine.

        Submitted in a row, commands are executed in that order.
        """

    @abstractmethod
    async def servers(self) -> Sequence["PipelinedClient"]:
        """A pipe to each server that holds keys, for what must be said to all of them."""

    @abstractmethod
    async def aclose(self) -> None:
        """Whoever still waits is told so."""

    async def call(self, *args: Argument) -> Any:
        """The answer to one command; raises its error, StoreUnavailable or FateUnknown."""
        return await self.submit(args)

    async def ask(self, *args: Argument) -> Any:
        """For what may safely be executed twice: asks again if no answer came."""
        return (await self.execute_all([args]))[0]

    async def execute_all(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """All answers, asked for in one go; raises the first error."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.budget
        try:
            return await self._gather(commands)
        except ReplyLost:
            pass
        try:
            async with asyncio.timeout_at(deadline):
                return await self._gather(commands)
        except (ReplyLost, TimeoutError):
            raise StoreUnavailable("the store did not answer in time") from None

    async def execute_reachable(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """All answers; where some servers are away, those of the others, and errors between."""
        return await self.execute_all(commands)

    async def _gather(self, commands: Iterable[Sequence[Argument]]) -> list[Any]:
        try:
            return await asyncio.gather(*[self.submit(command) for command in commands])
        except Exception as error:
            if is_refusal(error):
                raise StoreUnavailable(str(error)) from error
            raise


class PipelinedClient(StoreClient):
    """To one server."""

    def __init__(self, url: str, budget: float | None = None) -> None:
        self._line = Connection(url)
        self.budget = store_seconds() if budget is None else budget
        self._timeout = self.budget * ONE_ATTEMPT
        self._waiting: list[Waiting] = []
        self._pump: asyncio.Task[None] | None = None
        self._closed = False
        self._batches = 0

    @property
    def batches(self) -> int:
        return self._batches

    def submit(self, command: Sequence[Argument]) -> "asyncio.Future[Any]":
        if self._closed:
            raise StoreUnavailable("the pipe is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((pack(command), future))
        if self._pump is None:
            self._pump = loop.create_task(self._run())
        return future

    async def servers(self) -> Sequence["PipelinedClient"]:
        return (self,)

    async def aclose(self) -> None:
        self._closed = True
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
        self._fail(self._waiting, StoreUnavailable, "the pipe was closed")
        self._waiting = []
        await self._line.aclose()

    async def _run(self) -> None:
        """Send what waits, await its answers, and so on until nothing waits."""
        try:
            while self._waiting:
                batch = self._waiting[:MOST_AT_ONCE]
                del self._waiting[:MOST_AT_ONCE]
                await self._exchange(batch)
                if self._waiting:
                    await asyncio.sleep(0)  # let those just answered join the next batch
        finally:
            self._pump = None

    async def _exchange(self, batch: list[Waiting]) -> None:
        sent = False
        try:
            async with asyncio.timeout(self._timeout):
                await self._line.ready()
                sent = True
                self._batches += 1
                await self._line.send([command for command, _ in batch])
                for _, future in batch:
                    _settle(future, await self._line.receive())
        except BaseException as failure:
            self._fail(batch, ReplyLost if sent else StoreUnavailable, failure)
            if not sent or isinstance(failure, TimeoutError):
                self._fail(self._waiting, StoreUnavailable, failure)
                self._waiting = []
            await self._line.drop()
            if not isinstance(failure, Exception):
                raise

    @staticmethod
    def _fail(batch: list[Waiting], kind: type[Exception], why: object) -> None:
        for _, future in batch:
            if not future.done():
                future.set_exception(kind(repr(why)))


def _settle(future: "asyncio.Future[Any]", answer: Any) -> None:
    if future.done():  # its caller was cancelled
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
