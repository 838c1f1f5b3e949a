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

HOSTS = tuple(f"receiver{n}.example.org" for n in range(6))
SLOW_SECONDS = 25.0  # longer than a sender waits


async def resolve(resolver: DnsResolver, host: str) -> Sequence[str]:
    """Answer for the name servers: every name has a public address of its own."""
    await asyncio.sleep(0.01)
    return (f"93.184.216.{crc32(host.encode()) % 250 + 1}",)


class Received(NamedTuple):
    id: str  # of the delivery
    webhook: str
    event: str
    table: str
    version: int
    at: float


class Receivers(httpx.AsyncBaseTransport):
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.received: dict[str, Received] = {}  # answered with 2xx, by the id of the delivery
        self.attempts = 0
        self.moods: defaultdict[str, str] = defaultdict(lambda: "good")  # by host

    def url(self, host: str) -> str:
        return f"https://{host}/hook"

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.attempts += 1
        host = request.headers["host"]
        await asyncio.sleep(self._rng.uniform(0.005, 0.05))
        match self.moods[host]:
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
        self.received.setdefault(
            id_,
            Received(id_, told["webhook"], body["type"], told["table"], told["version"], at),
        )
