"""A client of a cluster: sends a command to the server that holds its key, and follows moves."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError, ResponseError, TryAgainError

from application.ports.event_log import StoreUnavailable
from store.client.base import ATTEMPT_SHARE, RETRY_SECONDS, StoreClient
from store.client.connection import Argument
from store.client.pipeline import PipelinedClient
from store.client.replies import ReplyLost, ignore_result, is_refusal, is_unreachable, refused
from store.cluster.address import Address, server_url
from store.cluster.slot_map import SlotMap

# The position of the first key in commands that do not begin with it.
KEY_PLACES = {"FCALL": 3, "XINFO": 2, "XGROUP": 2}
READS = ("XREAD", "XREADGROUP")  # after the word STREAMS
REDIRECTIONS = (AskError, ClusterDownError, TryAgainError)  # MovedError is an AskError
LOST = (MovedError, ClusterDownError)  # another server may hold the slot, without the last writes
UNTIL_DEADLINE = -1  # any number of retries: `_redirect` ends them
KEY_HAS_MOVED = "access a non local key"  # of a function that has written nothing


def slot_of(command: Sequence[Argument]) -> int:
    """Return the slot of the first key of a command; all keys of a command share it."""
    name = str(command[0])
    place = command.index("STREAMS") + 1 if name in READS else KEY_PLACES.get(name, 1)
    key = command[place]  # IndexError: a command without a key has no server in a cluster
    return key_slot(key if isinstance(key, bytes) else str(key).encode())


def is_redirection(error: Exception) -> bool:
    """Return whether the command was not executed and will succeed soon, maybe elsewhere."""
    return isinstance(error, REDIRECTIONS) or KEY_HAS_MOVED in str(error)


def _unavailable(reply: BaseException) -> StoreUnavailable:
    if isinstance(reply, Exception) and is_refusal(reply):
        return refused(reply)
    return StoreUnavailable(str(reply))


@dataclass(slots=True)
class Route:
    """Where one command is sent next, and until when it is redirected."""

    slot: int
    server: Address
    deadline: float
    asking: bool = False


class ClusterClient(StoreClient):
    """Executes nothing twice: a server that redirects a command has not executed it."""

    single_server = False
    server_kind: type[PipelinedClient] = PipelinedClient

    def __init__(self, url: str, budget: float) -> None:
        super().__init__()
        self._url = url
        self.budget = budget
        self._slots = SlotMap(url, self.budget * ATTEMPT_SHARE)
        self._retry = Retry(ConstantBackoff(RETRY_SECONDS), UNTIL_DEADLINE, (ResponseError,))
        self._clients: dict[Address, PipelinedClient] = {}
        self._moves = 0  # how often a server said that it does not hold a slot
        self._closed = False

    @property
    def batches(self) -> int:
        return sum(client.batches for client in self._clients.values())

    @property
    def interruptions(self) -> int:
        lost = sum(client.interruptions for client in self._clients.values())
        return lost + len(self._clients) + self._moves

    def send_once(self, *command: Argument) -> "asyncio.Future[Any]":
        if self._closed:
            raise StoreUnavailable("the client is closed")
        return asyncio.get_running_loop().create_task(self._reply(command, slot_of(command)))

    async def masters(self) -> list[Address]:
        """Return the servers that hold slots."""
        return await self._slots.masters()

    async def servers(self) -> Sequence[PipelinedClient]:
        return [self._client_of(address) for address in await self.masters()]

    async def execute_reachable(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        sent = [self.send_once(*command) for command in commands]
        replies = await asyncio.gather(*sent, return_exceptions=True)
        if replies and all(map(is_unreachable, replies)):
            raise _unavailable(replies[0])
        return list(replies)

    async def aclose(self) -> None:
        self._closed = True
        await self._slots.aclose()
        await asyncio.gather(*(client.aclose() for client in self._clients.values()))

    async def _reply(self, command: Sequence[Argument], slot: int) -> Any:
        """Return the reply of the server that holds the slot, however often it moves."""
        deadline = asyncio.get_running_loop().time() + self.budget
        server = await self._slots.owner(slot)
        try:
            return await self._client_of(server).send_once(*command)
        except ResponseError as error:
            if not is_redirection(error):
                raise
            redirection = error
        except (StoreUnavailable, ReplyLost):
            self._slots.refresh_soon(server)
            raise
        return await self._follow(Route(slot, server, deadline), command, redirection)

    async def _follow(self, route: Route, command: Sequence[Argument], why: ResponseError) -> Any:
        """Return the reply after a redirection and all that follow it."""
        try:
            await self._redirect(route, why)
            return await self._retry.call_with_retry(
                partial(self._send, route, command), partial(self._redirect, route), is_redirection
            )
        except (StoreUnavailable, ReplyLost):
            self._slots.refresh_soon(route.server)
            raise

    async def _redirect(self, route: Route, error: ResponseError) -> None:
        """Choose the server to which the command is sent next."""
        if asyncio.get_running_loop().time() > route.deadline:
            raise _unavailable(error) from error
        route.asking = isinstance(error, AskError) and not isinstance(error, MovedError)
        if isinstance(error, AskError) and route.asking:
            route.server = Address(error.host or route.server.host, error.port)
            return
        self._moves += isinstance(error, LOST)
        if isinstance(error, MovedError):
            await self._slots.moved(error)
        else:
            self._slots.refresh_soon(route.server)
        route.server = await self._slots.owner(route.slot)

    def _send(self, route: Route, command: Sequence[Argument]) -> "asyncio.Future[Any]":
        client = self._client_of(route.server)
        if route.asking:  # for the next command only; if it is lost, that one is redirected again
            client.send_once("ASKING").add_done_callback(ignore_result)
        return client.send_once(*command)

    def _client_of(self, address: Address) -> PipelinedClient:
        if address not in self._clients:
            if self._closed:
                raise StoreUnavailable("the client is closed")
            self._clients[address] = self.server_kind(server_url(self._url, address), self.budget)
            self._clients[address].refusals = self.refusals
        return self._clients[address]
