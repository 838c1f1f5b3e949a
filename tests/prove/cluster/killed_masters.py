"""Masters of a cluster are killed under load: no acknowledged command is lost."""

import asyncio
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from store.connect import Store
from tests.prove.proof import Proof, Show
from tests.support.players.recording_players import Acknowledged, RecordingPlayers, lost
from tests.support.servers.processes import PATIENCE, Api, serving, until
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
        figures = _killed(count, cluster, api, show)
        assert "Traceback" not in api.output, api.output
        return figures


def _killed(count: int, cluster: ReplicatedCluster, api: Api, show: Show) -> str:
    players = [RecordingPlayers(api.base) for _ in range(TABLES)]
    for each in players:
        each.start()
    faults = _kill(count, cluster, players, show)
    for each in players:
        each.end()
        # What a command was answered may have been undone by the fail-over.
        assert each.rejected.keys() <= {"POST 409"}, each.rejected
    assert asyncio.run(_lost(cluster.url, players)) == []
    return f"{count} kills ({faults}); {_figures(players)}; 0 acknowledged commands lost"


async def _lost(url: str, players: list[RecordingPlayers]) -> list[Acknowledged]:
    async with Store(url, PATIENCE, "redis://unused", replicas=1) as store:
        return await lost(store.log, (one for each in players for one in each.acknowledged))


def _kill(
    count: int, cluster: ReplicatedCluster, players: list[RecordingPlayers], show: Show
) -> str:
    """Kill masters, each in one of the ways; return how often in which."""
    made: Counter[str] = Counter()
    for n in range(count):
        _until_acknowledged(players)
        fault = FAULTS[n % len(FAULTS)]
        made[fault.__name__.strip("_").replace("_", " ")] += 1
        fault(cluster)
        until(cluster.healthy)
        if n % 10 == 9:
            show(f"{n + 1} kills: {_figures(players)}")
    _until_acknowledged(players)
    return ", ".join(f"{number} {name}" for name, number in made.items())


def _figures(players: list[RecordingPlayers]) -> str:
    acknowledged = sum(len(each.acknowledged) for each in players)
    unknown = sum(len(each.unknown) for each in players)
    rejected = sum(each.rejected.total() for each in players)
    return f"{acknowledged} acknowledged, {unknown} unknown, {rejected} rejected"


def _until_acknowledged(players: list[RecordingPlayers]) -> None:
    """Wait until every table has had a command acknowledged since now."""
    before = [len(each.acknowledged) for each in players]

    def all_played() -> bool:
        assert [each.failure for each in players if each.failure] == []
        pairs = zip(players, before, strict=True)
        return all(len(each.acknowledged) > number for each, number in pairs)

    until(all_played)


def _some_time() -> None:
    time.sleep(random.uniform(0, LONGEST))


def _pair(cluster: ReplicatedCluster) -> tuple[Node, Node]:
    return random.choice(cluster.pairs())


def _fail_over(cluster: ReplicatedCluster, master: Node, replica: Node) -> None:
    """Kill a master, wait until its replica has taken over, and start it again."""
    master.kill()
    if replica.asleep:
        _some_time()
        replica.wake()
    until(lambda: cluster.taken_over(replica))
    master.start()


def _killed_master(cluster: ReplicatedCluster) -> None:
    master, replica = _pair(cluster)
    _some_time()
    _fail_over(cluster, master, replica)


def _with_a_paused_replica(cluster: ReplicatedCluster) -> None:
    master, replica = _pair(cluster)
    replica.sleep()
    _some_time()
    _fail_over(cluster, master, replica)


def _with_a_replica_cut_off(cluster: ReplicatedCluster) -> None:
    """The master takes writes that its replica never gets: the fail-over undoes them."""
    master, replica = _pair(cluster)
    master.ask("CONFIG", "SET", "min-replicas-to-write", 0)
    replica.sleep()
    master.ask("CLIENT", "KILL", "TYPE", "replica")
    _some_time()
    _fail_over(cluster, master, replica)


def _restarted_at_once(cluster: ReplicatedCluster) -> None:
    """The master is back on its own disk, perhaps before its replica takes over."""
    master, _ = _pair(cluster)
    _some_time()
    master.kill()
    master.start()


FAULTS = (_killed_master, _with_a_paused_replica, _with_a_replica_cut_off, _restarted_at_once)
PROOF = Proof(
    claim="with LUDOTHEQUE_REPLICAS=1 no acknowledged command is lost when masters are killed",
    full=200,
    sample=1,
    attempt=attempt,
)
