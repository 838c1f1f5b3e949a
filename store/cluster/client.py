"""One pipe per server: a command goes where its key lives, and after it when that has moved."""

import asyncio
from collections.abc import Sequence
from typing import Any

from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError, ResponseError, TryAgainError

from application.ports.event_log import StoreUnavailable
from application.settings import store_seconds
from store.client.base import ATTEMPT_SHARE, RETRY_SECONDS, StoreClient
from store.client.connection import Argument
from store.client.pipeline import PipelinedClient
from store.client.replies import ReplyLost, is_unreachable
from store.cluster.address import Address, server_url
from store.cluster.slot_map import SlotMap

# Where the first key stands in commands that do not begin with it.
KEY_PLACES = {"FCALL": 3, "XINFO": 2, "XGROUP": 2}
READS = ("XREAD", "XREADGROUP")  # after the word STREAMS
UNSETTLED = (ClusterDownError, TryAgainError)  # a slot is being moved, or has lost its master
LEFT = "access a non local key"  # a function missed a key that has moved, and has written nothing


def slot_of(command: Sequence[Argument]) -> int:
    """The slot of its first key; all keys of a command of ours share one."""
    name = str(command[0])
    place = command.index("STREAMS") + 1 if name in READS else KEY_PLACES.get(name, 1)
    key = command[place]  # IndexError: a command without a key has no place in a cluster
    return key_slot(key if isinstance(key, bytes) else str(key).encode())


def unsettled(answer: Exception) -> bool:
    """Will the same question have an answer soon?"""
    return isinstance(answer, UNSETTLED) or LEFT in str(answer)


class ClusterClient(StoreClient):
    """To all servers of a cluster. Nothing is executed twice: who redirects has not executed."""

    single_server = False

    def __init__(self, url: str, budget: float | None = None) -> None:
        self._url = url
        self.budget = store_seconds() if budget is None else budget
        self._slots = SlotMap(url, self.budget * ATTEMPT_SHARE)
        self._clients: dict[Address, PipelinedClient] = {}
        self._closed = False

    @property
    def batches(self) -> int:
        return sum(client.batches for client in self._clients.values())

    def send_once(self, *command: Argument) -> "asyncio.Future[Any]":
        if self._closed:
            raise StoreUnavailable("the pipe is closed")
        return asyncio.get_running_loop().create_task(self._answer(command, slot_of(command)))

    async def masters(self) -> list[Address]:
        return await self._slots.masters()

    async def servers(self) -> Sequence[PipelinedClient]:
        return [self._client(address) for address in await self.masters()]

    async def execute_reachable(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """Raises StoreUnavailable only if nobody answers."""
        asked = [self.send_once(*command) for command in commands]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        if answers and all(map(is_unreachable, answers)):
            raise StoreUnavailable(str(answers[0]))
        return list(answers)

    async def aclose(self) -> None:
        self._closed = True
        await self._slots.aclose()
        await asyncio.gather(*(client.aclose() for client in self._clients.values()))

    async def _answer(self, command: Sequence[Argument], slot: int) -> Any:
        loop = asyncio.get_running_loop()
        deadline, home, asking = loop.time() + self.budget, await self._slots.home(slot), False
        for attempt in range(int(self.budget / RETRY_SECONDS) + 2):
            try:
                return await self._sent(home, command, asking)
            except (StoreUnavailable, ReplyLost):
                self._slots.doubt()
                raise
            except ResponseError as answer:
                if not isinstance(answer, AskError) and not unsettled(answer):
                    raise
                if loop.time() > deadline:
                    raise StoreUnavailable(str(answer)) from answer
                if attempt or unsettled(answer):
                    await asyncio.sleep(RETRY_SECONDS)
                home, asking = await self._redirected(answer, slot)
        raise StoreUnavailable(f"nobody admits to holding slot {slot}")

    async def _redirected(self, answer: Exception, slot: int) -> tuple[Address, bool]:
        """Where to ask next, and whether as an exception (`ASKING`)."""
        if isinstance(answer, AskError) and not isinstance(answer, MovedError) and answer.host:
            return Address(answer.host, answer.port), True
        if isinstance(answer, MovedError):
            await self._slots.moved(answer)
        else:
            self._slots.doubt()
        return await self._slots.home(slot), False

    def _sent(
        self, home: Address, command: Sequence[Argument], asking: bool
    ) -> "asyncio.Future[Any]":
        client = self._client(home)
        if asking:
            client.send_once("ASKING").add_done_callback(_unheard)  # holds for the next one only
        return client.send_once(*command)

    def _client(self, address: Address) -> PipelinedClient:
        if address not in self._clients:
            if self._closed:
                raise StoreUnavailable("the pipe is closed")
            self._clients[address] = PipelinedClient(server_url(self._url, address), self.budget)
        return self._clients[address]


def _unheard(asking: "asyncio.Future[Any]") -> None:
    """If it got lost, the next one will be redirected again."""
    if not asking.cancelled():
        asking.exception()
