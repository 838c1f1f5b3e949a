"""What readiness reports of the servers: product, version, durability, latency."""

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from redis.exceptions import RedisError

from store.client.pipeline import PipelinedClient
from store.client.replies import is_unreachable

DURABILITY = ("always", "everysec", "no", "unknown")  # the best first


async def weakest_server(servers: Sequence[PipelinedClient]) -> dict[str, Any]:
    """Return the facts of the least durable server with the latency of the slowest one.

    Servers that cannot be reached are left out, unless none can: their tables wait, others do not.
    """
    asked = [_server_info(server) for server in servers]
    replies = await asyncio.gather(*asked, return_exceptions=True)
    found = [each for each in replies if not isinstance(each, BaseException)]
    for failure in replies:
        if isinstance(failure, BaseException) and not (found and is_unreachable(failure)):
            raise failure
    weakest = max(found, key=lambda each: DURABILITY.index(each["durability"]))
    return weakest | {"latency_ms": max(each["latency_ms"] for each in found)}


async def _server_info(server: PipelinedClient) -> dict[str, Any]:
    began = perf_counter()  # the loop's own clock counts whole milliseconds under uvloop
    await server.execute("PING")
    latency = perf_counter() - began
    product, version = await _product(server)
    return {
        "server": product,
        "version": version,
        "durability": await _durability(server),
        "latency_ms": round(latency * 1000, 3),
    }


async def _product(server: PipelinedClient) -> tuple[str, str]:
    """Return the product and its version, or `unknown` if INFO is not permitted."""
    try:
        lines = (await server.execute("INFO", "server")).decode().splitlines()
    except RedisError:
        return "unknown", "unknown"
    facts: dict[str, str] = dict(line.split(":", 1) for line in lines if ":" in line)
    name = facts.get("server_name", "redis")
    return name, facts.get(f"{name}_version", facts.get("redis_version", "unknown"))


async def _durability(server: PipelinedClient) -> str:
    """Return what an acknowledgement survives: always, everysec, no, or unknown."""
    try:
        [_, on], [_, fsync] = await server.execute_all(
            [("CONFIG", "GET", "appendonly"), ("CONFIG", "GET", "appendfsync")]
        )
    except (RedisError, ValueError):
        return "unknown"
    return str(fsync.decode()) if on == b"yes" else "no"
