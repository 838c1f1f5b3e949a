"""How soon a client of a cluster reaches the replica that has replaced a master."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from redis.asyncio.cluster import ClusterNode, RedisCluster

from application.setting_fields import STORE_SECONDS
from store.client.base import ATTEMPT_SHARE
from store.cluster.client import ClusterClient
from tests.bench.result import Result, Show, of_rounds
from tests.support.servers.processes import until
from tests.support.stores.cluster import Cluster, Node

ROUNDS = 4
PAUSE = 0.005  # between two attempts of a caller
KEY = "failover"
TIMEOUTS = dict.fromkeys(  # those of our client
    ("socket_timeout", "socket_connect_timeout"), STORE_SECONDS * ATTEMPT_SHARE
)
Write = Callable[[], Awaitable[Any]]


async def failovers(cluster: Cluster, show: Show) -> list[Result]:
    """Measure a master that was killed, and one that hangs."""
    master, replica = cluster.owner(KEY), cluster.spare
    await asyncio.to_thread(replica.ask, "CLUSTER", "REPLICATE", master.id)
    results: list[Result] = []
    for name, stop, back in (("killed", Node.kill, Node.start), ("hanging", Node.sleep, Node.wake)):
        taken: dict[str, list[float]] = {"ours": [], "redis-py's": []}
        for _ in range(ROUNDS):
            await asyncio.to_thread(until, lambda: _follows(replica))  # noqa: B023
            for client, seconds in (await _replaced(cluster, master, replica, stop)).items():
                taken[client].append(seconds)
            await asyncio.to_thread(back, master)
            master, replica = replica, master
        show(f"{name} master: " + ", ".join(f"{n} {max(s):.2f} s" for n, s in taken.items()))
        heading = f"cluster: until a write succeeds after a {name} master's replica took over: "
        results += [of_rounds(heading + n, [1e3 * s for s in v], "ms") for n, v in taken.items()]
    return results


def _follows(replica: Node) -> bool:
    return bool(replica.ask("INFO", "replication").get("master_link_status") == "up")


async def _replaced(
    cluster: Cluster, master: Node, replica: Node, stop: Callable[[Node], None]
) -> dict[str, float]:
    """Return the seconds from the moment the replica has taken over, by client."""
    ours, theirs = ClusterClient(cluster.url, STORE_SECONDS), redis_py(cluster, **TIMEOUTS)
    writes: dict[str, Write] = {
        "ours": lambda: ours.execute("SET", KEY, "x"),
        "redis-py's": lambda: theirs.execute_command("SET", KEY, "x"),
    }
    for write in writes.values():
        await write()
    await asyncio.to_thread(stop, master)
    tasks = {name: asyncio.create_task(_first_success(write)) for name, write in writes.items()}
    await asyncio.sleep(PAUSE)
    await asyncio.to_thread(replica.ask, "CLUSTER", "FAILOVER", "TAKEOVER")
    began = asyncio.get_running_loop().time()
    taken = {name: await task - began for name, task in tasks.items()}
    await ours.aclose()
    await theirs.aclose()
    return taken


def redis_py(cluster: Cluster, **timeouts: Any) -> RedisCluster:
    """Return redis-py's client with its own settings; only full coverage is not required."""
    seeds = [ClusterNode("127.0.0.1", node.port) for node in cluster.masters]
    return RedisCluster(startup_nodes=seeds, require_full_coverage=False, **timeouts)


async def _first_success(write: Write) -> float:
    while True:
        try:
            await write()
        except Exception:  # noqa: BLE001  (redis-py raises many kinds)
            await asyncio.sleep(PAUSE)
        else:
            return asyncio.get_running_loop().time()
