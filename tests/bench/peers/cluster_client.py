"""Our client of a cluster beside redis-py's: appends, redirections, topology and fail-overs."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import uvloop
from redis.asyncio.cluster import RedisCluster

from application.setting_fields import STORE_SECONDS
from application.world import RealWorld, new_id
from domain.judging.commit import Commit
from store.client.connection import Argument
from store.cluster.client import ClusterClient, slot_of
from store.cluster.slot_map import SlotMap
from store.tables.log import RedisEventLog, append_command
from tests.bench.peers.cluster_failover import failovers, redis_py
from tests.bench.result import Result, Show, of_rounds
from tests.support.stores.cluster import Cluster, Moving, clustered

BATCHES = (1, 8, 64)
ROUNDS, COMMANDS = 9, 256
EVENTS, HEAD = (bytes(200),) * 4, bytes(32)
REFRESHES = 15
MOVED_KEYS = 50
OURS, THEIRS, ROUTED = "ours", "redis-py's pipeline", "the same, told the server"

Command: TypeAlias = Sequence[Argument]
Send: TypeAlias = Callable[[Sequence[Command]], Awaitable[Sequence[Any]]]


def measure(show: Show) -> list[Result]:
    with tempfile.TemporaryDirectory() as folder, clustered("valkey", Path(folder)) as cluster:
        return uvloop.run(_measure(cluster, show))


async def _measure(cluster: Cluster, show: Show) -> list[Result]:
    ours, theirs = ClusterClient(cluster.url, STORE_SECONDS), redis_py(cluster)
    await RedisEventLog(ours).install_functions()
    await theirs.initialize()
    try:
        results = await _appends(senders(ours, theirs), show)
        results += await _redirections(cluster, ours, theirs)
        results += await _refreshes(cluster.url, theirs)
        show("a slot was moved, the topology refreshed")
    finally:
        await ours.aclose()
        await theirs.aclose()
    return results + await failovers(cluster, show)


def senders(ours: ClusterClient, theirs: RedisCluster) -> dict[str, Send]:
    """Return the ways to send several commands at once."""

    async def gathered(commands: Sequence[Command]) -> Sequence[Any]:
        return await asyncio.gather(*(ours.send_once(*command) for command in commands))

    async def pipelined(commands: Sequence[Command]) -> Sequence[Any]:
        pipeline = theirs.pipeline()
        for command in commands:
            pipeline.execute_command(*command)
        return await pipeline.execute()

    async def routed(commands: Sequence[Command]) -> Sequence[Any]:
        pipeline = theirs.pipeline()
        for command in commands:
            node = theirs.nodes_manager.get_node_from_slot(slot_of(command))
            pipeline.execute_command(*command, target_nodes=node)
        return await pipeline.execute()

    return {OURS: gathered, THEIRS: pipelined, ROUTED: routed}


async def _appends(ways: dict[str, Send], show: Show) -> list[Result]:
    results: list[Result] = []
    for size in BATCHES:
        spent: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS + 1):  # the first connects
            for name, send in ways.items():
                spent[name].append(await _micros(send, size))
        found = {name: values[1:] for name, values in spent.items()}
        show(f"{size} at once: " + ", ".join(f"{n} {median(v):.0f} µs" for n, v in found.items()))
        heading = f"cluster: CPU per append, {size} at once: "
        results += [of_rounds(heading + name, values, "µs") for name, values in found.items()]
        best = [min(found[THEIRS][n], found[ROUTED][n]) for n in range(ROUNDS)]
        shares = [a / b for a, b in zip(found[OURS], best, strict=True)]
        results.append(of_rounds("  ours ÷ the better of theirs", shares, "", 1.05, "at most"))
    return results


async def _micros(send: Send, size: int) -> float:
    """Return the processor time of this process per append to new tables."""
    world = RealWorld()
    tables = [new_id(world) for _ in range(size)]
    batches = [
        [_append(table, n * len(EVENTS), world.fresh(16)) for table in tables]
        for n in range(max(2, COMMANDS // size))
    ]
    began = time.process_time()
    for batch in batches:
        await send(batch)
    return 1e6 * (time.process_time() - began) / (size * len(batches))


def _append(table: str, version: int, identity: bytes) -> Command:
    return append_command(
        Commit(
            table=table,
            expected=version,
            head=HEAD,
            events=EVENTS,
            next_head=HEAD,
            id=identity,
            record=b"{}",
            seed=HEAD if version == 0 else None,
        )
    )


async def _redirections(
    cluster: Cluster, ours: ClusterClient, theirs: RedisCluster
) -> list[Result]:
    """Read keys that have moved while their slot has not: each needs `ASKING`.

    They are read one after another, after a time when many commands were sent at once.
    """
    keys = [f"{{moved}}:{n}" for n in range(MOVED_KEYS)]
    await asyncio.gather(*(ours.execute("SET", key, "value") for key in keys))
    await asyncio.gather(*(theirs.execute_command("GET", f"{n}") for n in range(MOVED_KEYS)))
    home = cluster.owner(keys[0])
    target = next(node for node in cluster.masters if node is not home)
    moving = await asyncio.to_thread(Moving, cluster, keys[0], target)
    await asyncio.to_thread(moving.carry)
    reads: dict[str, Callable[[str], Awaitable[Any]]] = {
        OURS: lambda key: ours.execute("GET", key),
        "redis-py's": lambda key: theirs.execute_command("GET", key),
    }
    results = []
    for name, read in reads.items():
        answered = [await _is_answered(read(key)) for key in keys]
        heading = f"cluster: of {MOVED_KEYS} reads answered while their slot moves: {name}"
        results.append(Result(heading, sum(answered)))
    await asyncio.to_thread(moving.end)
    return results


async def _is_answered(reply: Awaitable[Any]) -> bool:
    replies: list[Any] = [*await asyncio.gather(reply, return_exceptions=True)]
    return replies == [b"value"]


async def _refreshes(url: str, theirs: RedisCluster) -> list[Result]:
    slots = SlotMap(url, 5.0)
    spent: tuple[list[float], list[float]] = ([], [])
    for _ in range(REFRESHES):
        began = time.process_time()
        await slots.refresh()
        between = time.process_time()
        await theirs.aclose()
        await theirs.initialize()
        spent[0].append(1e3 * (between - began))
        spent[1].append(1e3 * (time.process_time() - between))
    await slots.aclose()
    return [
        of_rounds("cluster: CPU to learn the topology, by NodesManager", spent[0], "ms"),
        of_rounds("  by RedisCluster, which also reads all commands", spent[1], "ms"),
    ]
