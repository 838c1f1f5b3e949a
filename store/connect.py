"""Everything one process needs of the store; a store that is down at the start is no failure."""

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import Any

from redis.exceptions import RedisError

from application.ports.event_log import StoreUnavailable
from store.accounts import RedisAccounts
from store.audits import RedisAudits
from store.client.factory import follower_of, pipe_to
from store.client.pipeline import Pipe, unanswered
from store.deadlines import RedisDeadlines
from store.heartbeat import RedisHeartbeat
from store.jobs import Chores, beside
from store.log import RedisEventLog
from store.presence import RedisPresence
from store.tickets import RedisTickets
from store.webhooks import RedisWebhookStore

DURABILITY = ("always", "everysec", "no", "unknown")  # the best first


class Store:
    def __init__(self, url: str, queue_url: str | None = None) -> None:
        self.pipe = pipe_to(url)
        self.log = RedisEventLog(self.pipe)
        self.accounts = RedisAccounts(self.pipe)
        self.audits = RedisAudits(self.pipe)
        self.deadlines = RedisDeadlines(self.pipe)
        self.follower = follower_of(url)
        self._pulse: asyncio.Task[None] | None = None
        self.hooks = RedisWebhookStore(self.pipe)
        self.chores = Chores(queue_url or beside(url))
        self.tickets = RedisTickets(self.pipe)
        self.presence = RedisPresence(self.pipe)

    @classmethod
    async def open(cls, url: str, queue_url: str | None = None) -> "Store":
        store = cls(url, queue_url)
        with suppress(StoreUnavailable):  # whoever needs a function first will load it
            await store.log.prepare()
        store.follower.start()
        store._pulse = asyncio.create_task(RedisHeartbeat(store.pipe).keep())
        return store

    async def aclose(self) -> None:
        if self._pulse is not None:
            self._pulse.cancel()
            await asyncio.gather(self._pulse, return_exceptions=True)
        await self.follower.aclose()
        await self.chores.aclose()
        await self.pipe.aclose()

    async def ping(self) -> dict[str, Any]:
        """For readiness; raises StoreUnavailable if no server answers.

        Of many: the slowest and the least durable. One that is away does not keep the tables of
        the others from going on.
        """
        asked = [_greeted(server) for server in await self.pipe.servers()]
        told = await asyncio.gather(*asked, return_exceptions=True)
        found = [each for each in told if not isinstance(each, BaseException)]
        for failure in told:
            if isinstance(failure, BaseException) and not (found and unanswered(failure)):
                raise failure
        weakest = max(found, key=lambda each: DURABILITY.index(each["durability"]))
        return weakest | {"latency_ms": max(each["latency_ms"] for each in found)}


async def _greeted(pipe: Pipe) -> dict[str, Any]:
    began = perf_counter()  # the loop's own clock counts whole milliseconds under uvloop
    await pipe.ask("PING")
    latency = perf_counter() - began
    server, version = await _server(pipe)
    return {
        "server": server,
        "version": version,
        "durability": await _durability(pipe),
        "latency_ms": round(latency * 1000, 3),
    }


async def _server(pipe: Pipe) -> tuple[str, str]:
    try:
        lines = (await pipe.ask("INFO", "server")).decode().splitlines()
    except RedisError:
        return "unknown", "unknown"
    facts: dict[str, str] = dict(line.split(":", 1) for line in lines if ":" in line)
    name = facts.get("server_name", "redis")
    return name, facts.get(f"{name}_version", facts.get("redis_version", "unknown"))


async def _durability(pipe: Pipe) -> str:
    """What an acknowledgement survives: always, everysec, no, or unknown if not told."""
    try:
        [_, on], [_, fsync] = await pipe.ask_all(
            [("CONFIG", "GET", "appendonly"), ("CONFIG", "GET", "appendfsync")]
        )
    except (RedisError, ValueError):
        return "unknown"
    return str(fsync.decode()) if on == b"yes" else "no"
