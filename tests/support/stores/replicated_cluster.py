"""A real cluster of three masters, each with one replica that takes over when its master dies."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from redis.exceptions import RedisError, ResponseError

from tests.support.servers.processes import until
from tests.support.stores.cluster import MASTERS, Cluster, Node

NODE_TIMEOUT_MS = 1500  # so that a replica takes over after two seconds
SETTINGS = {
    "cluster_node_timeout": f"{NODE_TIMEOUT_MS}",
    "appendfsync": "always",
    "min_replicas_to_write": "1",
    "min_replicas_max_lag": "2",
    "repl_ping_replica_period": "1",
    "cluster_replica_validity_factor": "0",  # a replica that was paused may take over, too
}


class ReplicatedCluster(Cluster):
    def __init__(self, kind: str, directory: Path, **settings: str) -> None:
        names = range(2 * MASTERS)
        chosen = {**SETTINGS, **settings}
        self.nodes = [Node(kind, directory / str(n), **chosen) for n in names]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def start(self) -> None:
        super().start()
        for master, replica in zip(self.nodes, self.nodes[MASTERS:], strict=False):
            until(partial(_is_known, replica, master))
            replica.ask("CLUSTER", "REPLICATE", master.id)
        until(self.healthy)

    def pairs(self) -> list[tuple[Node, Node]]:
        """Return each master with its replica, as all nodes are alive."""
        roles = {node: replication(node) for node in self.nodes}
        masters = {node.port: node for node in self.nodes if roles[node]["role"] == "master"}
        return [
            (masters[int(roles[node]["master_port"])], node)
            for node in self.nodes
            if roles[node]["role"] == "slave"
        ]

    def healthy(self) -> bool:
        """Tell whether each master has its replica, and each can lose the other at any time."""
        try:
            return (
                self.whole() and len(self.pairs()) == MASTERS and all(map(_in_sync, self.pairs()))
            )
        except (RedisError, OSError, KeyError):
            return False

    def taken_over(self, replica: Node) -> bool:
        """Tell whether a replica has become a master that holds slots."""
        try:
            return bool(replication(replica)["role"] == "master")
        except (RedisError, OSError):
            return False


def replication(node: Node) -> Any:
    return node.ask("INFO", "replication")


def _in_sync(pair: tuple[Node, Node]) -> bool:
    master, replica = pair
    here, there = replication(master), replication(replica)
    files = [node.ask("INFO", "persistence") for node in pair]
    return (
        there["master_link_status"] == "up"
        and here["connected_slaves"] == 1
        and here["slave0"]["state"] == "online"
        and here["slave0"]["offset"] > 0
        and here["min_slaves_good_slaves"] == 1
        and not any(each["aof_rewrite_in_progress"] for each in files)
        and not any(each["aof_rewrite_scheduled"] for each in files)
        and all(each["aof_enabled"] for each in files)
    )


def _is_known(node: Node, other: Node) -> bool:
    return other.id in str(node.ask("CLUSTER", "NODES"))


@contextmanager
def replicated_cluster(kind: str, directory: Path, **settings: str) -> Iterator[ReplicatedCluster]:
    cluster = ReplicatedCluster(kind, directory, **settings)
    try:
        cluster.start()
        yield cluster
    finally:
        for node in cluster.nodes:
            if node.alive:
                node.wake()
        cluster.stop()


# A real server and its replica, which tests pause, and whose link they cut.

ALONE = {"cluster_enabled": "no", "repl_ping_replica_period": "1"}


class ReplicatedPair:
    def __init__(self, kind: str, directory: Path) -> None:
        self.master = Node(kind, directory / "master", **ALONE)
        self.replica = Node(kind, directory / "replica", **ALONE)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.master.port}/0"

    def start(self) -> None:
        self.master.start()
        self.replica.start()
        self.join()

    def join(self) -> None:
        """Let the replica follow the master, and wait until it confirms writes."""
        self.replica.ask("REPLICAOF", "127.0.0.1", self.master.port)
        until(self.confirms)

    def part(self) -> None:
        """End replication."""
        self.replica.ask("REPLICAOF", "NO", "ONE")
        until(lambda: replication(self.master)["connected_slaves"] == 0)

    def confirms(self) -> bool:
        """Tell whether the replica confirms a write; it does not as soon as it is online."""
        with self.master.redis as redis, suppress(ResponseError):
            pipeline = redis.pipeline(transaction=False)
            return bool(pipeline.set("confirmed", 1, px=1000).wait(1, 200).execute()[1])
        return False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pause the replica."""
        self.replica.sleep()
        try:
            yield
        finally:
            self.replica.wake()

    @contextmanager
    def demanding(self, replicas: int) -> Iterator[None]:
        """Let the master refuse writes unless it has so many replicas."""
        self.master.ask("CONFIG", "SET", "min-replicas-to-write", replicas)
        try:
            yield
        finally:
            self.master.ask("CONFIG", "SET", "min-replicas-to-write", 0)


@contextmanager
def replicated_pair(kind: str, directory: Path) -> Iterator[ReplicatedPair]:
    pair = ReplicatedPair(kind, directory)
    try:
        pair.start()
        yield pair
    finally:
        pair.replica.kill()
        pair.master.kill()
