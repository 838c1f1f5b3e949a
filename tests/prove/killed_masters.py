"""Masters of a cluster are killed under load: no acknowledged command is lost."""

import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from store.connect import Store
from tests.prove.proof import Proof, Show
from tests.support.players.acknowledged_players import AcknowledgedPlayers
from tests.support.servers.polling import PATIENCE
from tests.support.servers.processes import Api, serving
from tests.support.stores.cluster import Node
from tests.support.stores.replicated_cluster import ReplicatedCluster, replicated_cluster
from tests.support.stores.servers import running

TABLES = 9  # at the same time, on all masters
LONGEST = 0.6  # seconds of load before a fault, and between the two parts of one


def attempt(count: int, show: Show) -> str:
    with (
        tempfile.TemporaryDirectory() as directory,
        replicated_cluster("valkey", Path(directory) / "cluster") as cluster,
        running("valkey", Path(directory) / "queue") as queue,
        serving(
            cluster.url,
            Path(directory) / "api",
            LUDOTHEQUE_REPLICAS="1",
            LUDOTHEQUE_QUEUE_URL=queue.queue_url,
        ) as api,
    ):
        figures = asyncio.run(_killed(count, cluster, api, show))
        assert "Traceback" not in api.output, api.output
        return figures


async def _killed(count: int, cluster: ReplicatedCluster, api: Api, show: Show) -> str:
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(Store(cluster.url, "redis://unused", replicas=1))
        players = [AcknowledgedPlayers(api.base, store.log) for _ in range(TABLES)]
        for each in players:
            stack.push_async_callback(each.aclose)
        load = [asyncio.create_task(each.play_for_ever()) for each in players]
        try:
            faults = await _kill(count, cluster, players, load, show)
        finally:
            for task in load:
                task.cancel()
            await asyncio.gather(*load, return_exceptions=True)
        for each in players:
            await each.resolve()
            await each.require_all_stored()
    return f"{count} kills ({faults}); {_figures(players)}; 0 acknowledged commands lost"


async def _kill(
    count: int,
    cluster: ReplicatedCluster,
    players: list[AcknowledgedPlayers],
    load: list["asyncio.Task[None]"],
    show: Show,
) -> str:
    """Kill masters, each in one of the ways; return how often in which."""
    made: Counter[str] = Counter()
    for n in range(count):
        await _until_acknowledged(players, load)
        fault = FAULTS[n % len(FAULTS)]
        made[fault.__name__.strip("_").replace("_", " ")] += 1
        await fault(cluster)
        await _until(cluster.healthy)
        if n % 10 == 9:
            show(f"{n + 1} kills: {_figures(players)}")
    await _until_acknowledged(players, load)
    return ", ".join(f"{number} {name}" for name, number in made.items())


def _figures(players: list[AcknowledgedPlayers]) -> str:
    total = sum((each.counts for each in players), Counter[str]())
    return ", ".join(f"{total[name]} {name}" for name in ("acknowledged", "unknown", "rejected"))


async def _until_acknowledged(
    players: list[AcknowledgedPlayers], load: list["asyncio.Task[None]"]
) -> None:
    """Wait until every table has had a command acknowledged since now."""
    before = [each.counts["acknowledged"] for each in players]

    def all_played() -> bool:
        for task in load:
            if task.done():
                task.result()
        return all(
            each.counts["acknowledged"] > number
            for each, number in zip(players, before, strict=True)
        )

    await _until(all_played)


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(condition):
            await asyncio.sleep(0.05)


async def _some_time() -> None:
    await asyncio.sleep(random.uniform(0, LONGEST))


def _pair(cluster: ReplicatedCluster) -> tuple[Node, Node]:
    return random.choice(cluster.pairs())


async def _fail_over(cluster: ReplicatedCluster, master: Node, replica: Node) -> None:
    """Kill a master, wait until its replica has taken over, and start it again."""
    master.kill()
    if replica.asleep:
        await _some_time()
        replica.wake()
    await _until(lambda: cluster.taken_over(replica))
    master.start()


async def _killed_master(cluster: ReplicatedCluster) -> None:
    master, replica = _pair(cluster)
    await _some_time()
    await _fail_over(cluster, master, replica)


async def _with_a_paused_replica(cluster: ReplicatedCluster) -> None:
    master, replica = _pair(cluster)
    replica.sleep()
    await _some_time()
    await _fail_over(cluster, master, replica)


async def _with_a_replica_cut_off(cluster: ReplicatedCluster) -> None:
    """The master takes writes that its replica never gets: the fail-over undoes them."""
    master, replica = _pair(cluster)
    master.ask("CONFIG", "SET", "min-replicas-to-write", 0)
    replica.sleep()
    master.ask("CLIENT", "KILL", "TYPE", "replica")
    await _some_time()
    await _fail_over(cluster, master, replica)


async def _restarted_at_once(cluster: ReplicatedCluster) -> None:
    """The master is back on its own disk, perhaps before its replica takes over."""
    master, _ = _pair(cluster)
    await _some_time()
    master.kill()
    await asyncio.to_thread(master.start)


FAULTS = (_killed_master, _with_a_paused_replica, _with_a_replica_cut_off, _restarted_at_once)
PROOF = Proof(
    claim="with LUDOTHEQUE_REPLICAS=1 no acknowledged command is lost when masters are killed",
    full=200,
    sample=1,
    attempt=attempt,
)
