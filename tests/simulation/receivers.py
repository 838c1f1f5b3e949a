"""Receivers of webhooks: they answer well, badly, slowly or not at all, and remember what came."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import NamedTuple
from zlib import crc32

import httpx
from msgspec import json

from application.webhooks.resolving import DnsResolver
from tests.simulation.loop import Span

HOSTS = tuple(f"receiver{n}.example.org" for n in range(6))
TARPIT = "tarpit.example.org"  # never answers in time
SLOW_SECONDS = 25.0  # longer than a sender waits


async def resolve(resolver: DnsResolver, host: str) -> Sequence[str]:
    """Answer for the name servers: every name has a public address of its own."""
    await asyncio.sleep(0.01)
    return (f"93.184.216.{crc32(host.encode()) % 250 + 1}",)


class Received(NamedTuple):
    id: str  # of the delivery
    host: str
    webhook: str
    event: str
    table: str
    version: int
    at: float


class Receivers(httpx.AsyncBaseTransport):
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.received: dict[str, Received] = {}  # answered with 2xx, by the id of the delivery
        self.bad = defaultdict[str, list[Span]](list)  # by host: when it did not answer
        self._moods: dict[str, str] = {TARPIT: "tarpit"}  # by host; "good" if it is not here

    def worsen(self, host: str, mood: str, seconds: float) -> None:
        """Let a host fail in this way for a while."""
        loop = asyncio.get_running_loop()
        self._moods[host] = mood
        self.bad[host].append(Span(loop.time(), loop.time() + seconds))
        loop.call_later(seconds, self._moods.pop, host, None)

    def heal(self) -> None:
        for host in HOSTS:
            self._moods.pop(host, None)

    def was_good(self, host: str, began: float, ended: float) -> bool:
        blur = SLOW_SECONDS  # an attempt that began in a bad time may end later
        return not any(span.within(began - blur, ended) for span in self.bad[host])

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        host = request.headers["host"]
        await asyncio.sleep(self._rng.uniform(0.005, 0.05))
        match self._moods.get(host):
            case "down":
                raise httpx.ConnectError("connection refused")
            case "failing":
                return httpx.Response(503)
            case "tarpit":
                await asyncio.sleep(SLOW_SECONDS)
        self._remember(request)
        return httpx.Response(204)

    def _remember(self, request: httpx.Request) -> None:
        body = json.decode(request.content)
        told, id_ = body["data"], request.headers["webhook-id"]
        at = asyncio.get_running_loop().time()
        host, event = request.headers["host"], body["type"]
        came = Received(id_, host, told["webhook"], event, told["table"], told["version"], at)
        self.received.setdefault(id_, came)
