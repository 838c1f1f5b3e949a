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
from store.client.base import StoreClient
from store.client.factory import open_client, open_consumer_group, open_follower
from store.client.pipeline import PipelinedClient
from store.client.replies import is_unreachable
from store.client.retrying import RetryingClient
from store.deadlines import RedisDeadlines, RedisDueDeliveries
from store.feeds.consumer_group import ConsumerGroupBase, lags
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
        self, url: str, queue_url: str | None = None, client: StoreClient | None = None
    ) -> None:
        self._url = url
        self.client = client or open_client(url)
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
        self.follower = open_follower(url)
        self._groups: list[ConsumerGroupBase] = []
        self._beating: asyncio.Task[None] | None = None

    @classmethod
    def retrying(cls, url: str, queue_url: str | None = None) -> "Store":
        """Return a store for long jobs: they outlive a moment in which it does not answer."""
        return cls(url, queue_url, RetryingClient(url))

    @classmethod
    async def open(cls, url: str, queue_url: str | None = None) -> "Store":
        """Return a store for an API process: follows the feeds and keeps the heartbeat."""
        store = cls(url, queue_url)
        with suppress(StoreUnavailable):  # the first call that needs a function will load it
            await store.log.install_functions()
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

    def consumer_group(self, group: str, consumer: str, idle_ms: int = 15_000) -> ConsumerGroupBase:
        """Return a consumer of the feeds, closed together with the store."""
        self._groups.append(open_consumer_group(self._url, group, consumer, idle_ms))
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
            if isinstance(failure, BaseException) and not (found and is_unreachable(failure)):
                raise failure
        weakest = max(found, key=lambda each: DURABILITY.index(each["durability"]))
        return weakest | {"latency_ms": max(each["latency_ms"] for each in found)}


async def _server_facts(client: PipelinedClient) -> dict[str, Any]:
    began = perf_counter()  # the loop's own clock counts whole milliseconds under uvloop
    await client.execute("PING")
    latency = perf_counter() - began
    server, version = await _server_version(client)
    return {
        "server": server,
        "version": version,
        "durability": await _durability(client),
        "latency_ms": round(latency * 1000, 3),
    }


async def _server_version(client: PipelinedClient) -> tuple[str, str]:
    try:
        lines = (await client.execute("INFO", "server")).decode().splitlines()
    except RedisError:
        return "unknown", "unknown"
    facts: dict[str, str] = dict(line.split(":", 1) for line in lines if ":" in line)
    name = facts.get("server_name", "redis")
    return name, facts.get(f"{name}_version", facts.get("redis_version", "unknown"))


async def _durability(client: PipelinedClient) -> str:
    """Return what an acknowledgement survives: always, everysec, no, or unknown."""
    try:
        [_, on], [_, fsync] = await client.execute_all(
            [("CONFIG", "GET", "appendonly"), ("CONFIG", "GET", "appendfsync")]
        )
    except (RedisError, ValueError):
        return "unknown"
    return str(fsync.decode()) if on == b"yes" else "no"
