"""Visitors of a table: readers, replays and verifying clients, each at a rate of its own."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import httpx

from domain.audit.finding import CheckFailed
from domain.audit.verify import verify
from openapi.load.client import Client, RequestFailed
from openapi.load.counters import Counters
from openapi.load.crowd.actor import Actor, end
from openapi.load.crowd.watcher import Delays, Watcher
from openapi.load.plan.mix_file import Crowd
from openapi.play.document import Request
from openapi.play.table import Table

READER, REPLAY, VERIFYING = "reader", "replay", "verifying"
HEADERS = {VERIFYING: {"Accept": "application/x-ndjson"}}
FAILED = "history_not_verified"


@dataclass
class Visitors:
    """All visitors of one table; they begin with its first turn."""

    crowd: Crowd
    http: httpx.AsyncClient
    counters: Counters
    rng: random.Random

    def __post_init__(self) -> None:
        self.delays = Delays(self.counters)
        self._actors: list[Actor] = []
        self._streams: list[asyncio.Task[None]] = []

    def begin(self, table: Table) -> None:
        for _ in range(self.crowd.watchers):
            watcher = Watcher(self.http, table, self.delays, self.counters)
            self._streams.append(asyncio.create_task(watcher.watch()))
        requests: dict[str, Callable[[], Request]] = {
            READER: lambda: table.step(0, "getTable").request,
            REPLAY: lambda: table.step(0, "getTable", at=self._past(table)).request,
            VERIFYING: lambda: table.step(0, "getHistory").request,
        }
        rates = (self.crowd.readers, self.crowd.replays, self.crowd.verifying)
        for rate, (name, request) in zip(rates, requests.items(), strict=True):
            if rate:
                actor = Actor(Client(self.http, self.counters))
                actor.begin(self._visit(actor, rate, name, request))
                self._actors.append(actor)

    async def end(self) -> None:
        await end(self._actors)
        for stream in self._streams:
            stream.cancel()
        await asyncio.gather(*self._streams, return_exceptions=True)

    def _past(self, table: Table) -> int:
        return self.rng.randint(1, max(1, table.version))

    async def _visit(
        self, actor: Actor, rate: float, name: str, request: Callable[[], Request]
    ) -> None:
        """Visit at random moments; a visit is due whether or not the last one was answered."""
        now = asyncio.get_running_loop().time
        due = now()
        while True:
            due += self.rng.expovariate(rate)
            await asyncio.sleep(max(0.0, due - now()))
            asked = replace(request(), operation=name)
            with suppress(RequestFailed):  # it is counted
                content = await actor.wait_for(actor.client.read(asked, due, HEADERS.get(name)))
                if name == VERIFYING and not await asyncio.to_thread(is_verified, content):
                    self.counters.errors[FAILED] += 1


def is_verified(content: bytes) -> bool:
    """Return whether nothing is wrong with a history; that of a running table is unfinished."""
    try:
        return verify(content).verdict != "FAIL"
    except CheckFailed:
        return False
