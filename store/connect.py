"""One store behind all ports of the application; it may be down when a process starts."""

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import Any

from redis.exceptions import RedisError

from application.ports.event_log import StoreUnavailable
from application.ports.feeds import GROUPS
from application.store_url import queue_beside
from store.accounts import RedisAccounts
from store.audits import RedisAudits
from store.client.factory import feed_group, follower_of, pipe_to
from store.client.pipeline import AnyPipe, Pipe, unanswered
from store.client.retrying import PatientPipe
from store.deadlines import RedisDeadlines, RedisDueDeliveries
from store.feeds.consumer_group import AnyFeedGroup, lags
from store.heartbeat import RedisHeartbeat
from store.jobs import RqJobs
from store.leaderboard import RedisLeaderboardStore
from store.log import RedisEventLog
from store.presence import RedisPresence
from store.scan import FeedScan
from store.table_list import RedisTableListStore
from store.tickets import RedisTickets
from store.webhooks import RedisWebhookStore

DURABILITY = ("always", "everysec", "no", "unknown")  # the best first


class Store:
    def __init__(
        self, url: str, queue_url: str | None = None, client: AnyPipe | None = None
    ) -> None:
        self._url = url
        self.client = client or pipe_to(url)
        self.log = RedisEventLog(self.client)
        self.accounts = RedisAccounts(self.client)
        self.audits = RedisAudits(self.client)
        self.deadlines = RedisDeadlines(self.client)
        self.due_deliveries = RedisDueDeliveries(self.client)
        self.webhooks = RedisWebhookStore(self.client)
        self.table_list = RedisTableListStore(self.client)
        self.leaderboard = RedisLeaderboardStore(self.client)
        self.heartbeat = RedisHeartbeat(self.client)
        self.scan = FeedScan(self.client)
        self.tickets = RedisTickets(self.client)
        self.presence = RedisPresence(self.client)
        self.jobs = RqJobs(queue_url or queue_beside(url))
        self.follower = follower_of(url)
        self._groups: list[AnyFeedGroup] = []
        self._beating: asyncio.Task[None] | None = None

    @classmethod
    def patient(cls, url: str, queue_url: str | None = None) -> "Store":
        """Return a store for long jobs: they outlive a moment in which it does not answer."""
        return cls(url, queue_url, PatientPipe(url))

    @classmethod
    async def open(cls, url: str, queue_url: str | None = None) -> "Store":
        """Return a store for an API process: follows the feeds and keeps the heartbeat."""
        store = cls(url, queue_url)
        with suppress(StoreUnavailable):  # the first call that needs a function will load it
            await store.log.prepare()
        store.follower.start()
        store._beating = asyncio.create_task(store.heartbeat.keep())
        return store

    async def aclose(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        for group in self._groups:
            await group.aclose()
        await self.follower.aclose()
        await self.jobs.aclose()
        await self.client.aclose()

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    @property
    def batches(self) -> int:
        """Round trips to the store so far."""
        return self.client.batches

    def consumer_group(self, group: str, consumer: str, idle_ms: int = 15_000) -> AnyFeedGroup:
        """Return a consumer of the feeds, closed together with the store."""
        self._groups.append(feed_group(self._url, group, consumer, idle_ms))
        return self._groups[-1]

    async def feed_lags(self) -> dict[str, int]:
        """Return how many commits each consumer group has still to acknowledge."""
        return await lags(self.client, GROUPS)

    async def ping(self) -> dict[str, Any]:
        """Return what readiness reports; raises StoreUnavailable if no server answers.

        Of many servers: the slowest and the least durable. One that is away does not stop the
        tables of the others.
        """
        asked = [_server_facts(server) for server in await self.client.servers()]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        found = [each for each in answers if not isinstance(each, BaseException)]
        for failure in answers:
            if isinstance(failure, BaseException) and not (found and unanswered(failure)):
                raise failure
        weakest = max(found, key=lambda each: DURABILITY.index(each["durability"]))
        return weakest | {"latency_ms": max(each["latency_ms"] for each in found)}


async def _server_facts(pipe: Pipe) -> dict[str, Any]:
    began = perf_counter()  # the loop's own clock counts whole milliseconds under uvloop
    await pipe.ask("PING")
    latency = perf_counter() - began
    server, version = await _server_version(pipe)
    return {
        "server": server,
        "version": version,
        "durability": await _durability(pipe),
        "latency_ms": round(latency * 1000, 3),
    }


async def _server_version(pipe: Pipe) -> tuple[str, str]:
    try:
        lines = (await pipe.ask("INFO", "server")).decode().splitlines()
    except RedisError:
        return "unknown", "unknown"
    facts: dict[str, str] = dict(line.split(":", 1) for line in lines if ":" in line)
    name = facts.get("server_name", "redis")
    return name, facts.get(f"{name}_version", facts.get("redis_version", "unknown"))


async def _durability(pipe: Pipe) -> str:
    """Return what an acknowledgement survives: always, everysec, no, or unknown."""
    try:
        [_, on], [_, fsync] = await pipe.ask_all(
            [("CONFIG", "GET", "appendonly"), ("CONFIG", "GET", "appendfsync")]
        )
    except (RedisError, ValueError):
        return "unknown"
    return str(fsync.decode()) if on == b"yes" else "no"
