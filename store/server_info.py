"""What readiness reports of the servers: product, durability, latency, memory, disk."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import perf_counter

from msgspec.structs import replace
from redis.exceptions import RedisError

from application.ops.readiness import StoreFacts, failover_of
from store.client.pipeline import PipelinedClient
from store.client.replies import is_unreachable

DURABILITY = ("always", "everysec", "no", "unknown")  # the best first
FAILOVER = ("keeps", "none", "unknown", "may_lose")  # the best first
NO_REPLICA = "no replica is connected that could confirm them (LUDOTHEQUE_REPLICAS)"


async def weakest_server(servers: Sequence[PipelinedClient], confirmations: int = 0) -> StoreFacts:
    """Return the facts of the least durable server with the latency of the slowest one.

    `confirmations`: by how many replicas a write is confirmed. Servers that cannot be reached are
    left out, unless none can: their tables wait, others do not. For the same reason memory is that
    of the server that has most left.
    """
    asked = [_server_info(server, confirmations) for server in servers]
    replies = await asyncio.gather(*asked, return_exceptions=True)
    found = [each for each in replies if not isinstance(each, BaseException)]
    for failure in replies:
        if isinstance(failure, BaseException) and not (found and is_unreachable(failure)):
            raise failure
    weakest = max(found, key=lambda each: DURABILITY.index(each.durability))
    roomiest = min(found, key=_share)
    return replace(
        weakest,
        latency_ms=max(each.latency_ms for each in found),
        memory_used=roomiest.memory_used,
        memory_limit=roomiest.memory_limit,
        replicas=min((each.replicas for each in found if each.replicas is not None), default=None),
        failover=max((each.failover for each in found), key=FAILOVER.index),
        refusal=NO_REPLICA if confirmations and all(each.replicas == 0 for each in found) else None,
    )


def _share(facts: StoreFacts) -> float:
    return (facts.memory_used or 0) / (facts.memory_limit or 1)


async def _server_info(server: PipelinedClient, confirmations: int) -> StoreFacts:
    began = perf_counter()  # the loop's own clock counts whole milliseconds under uvloop
    await server.execute("TIME")  # PING is refused like a write by a server with a full disk
    latency = perf_counter() - began
    info = await _info(server)
    product = info.get("server_name", "redis") if info else "unknown"
    version = info.get(f"{product}_version", info.get("redis_version", "unknown"))
    used = info.get("used_memory")
    limit = int(info.get("maxmemory", 0)) or int(info.get("total_system_memory", 0))
    replicas = _replicas(info) if info else None
    return StoreFacts(
        server=product,
        version=version,
        durability=await durability_of(server),
        latency_ms=round(latency * 1000, 3),
        memory_used=None if used is None else int(used),
        memory_limit=limit or None,
        disk_free=await _disk_free(server),
        replicas=replicas,
        failover=failover_of(confirmations, replicas),
    )


async def _info(server: PipelinedClient) -> Mapping[str, str]:
    """Return the facts of INFO; none if it is not permitted."""
    try:
        sections = ("server", "memory", "replication")
        lines = (await server.execute("INFO", *sections)).decode().splitlines()
    except RedisError:
        return {}
    return dict(line.split(":", 1) for line in lines if ":" in line)


def _replicas(info: Mapping[str, str]) -> int:
    """Return how many replicas get each write."""
    count = int(info.get("connected_slaves", 0))
    return sum("state=online" in info.get(f"slave{n}", "") for n in range(count))


async def durability_of(server: PipelinedClient) -> str:
    """Return what an acknowledgement survives: always, everysec, no, or unknown."""
    try:
        [_, on], [_, fsync] = await server.execute_all(
            [("CONFIG", "GET", "appendonly"), ("CONFIG", "GET", "appendfsync")]
        )
    except (RedisError, ValueError):
        return "unknown"
    return str(fsync.decode()) if on == b"yes" else "no"


async def _disk_free(server: PipelinedClient) -> int | None:
    """Return how much is free on the disk of a server on this machine."""
    if server.is_local:
        with suppress(RedisError, ValueError, OSError):
            [_, directory] = await server.execute("CONFIG", "GET", "dir")
            disk = os.statvfs(directory)
            return disk.f_bavail * disk.f_frsize
    return None
