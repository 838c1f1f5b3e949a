"""A real cluster of three masters, each with one replica that takes over when its master dies."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from redis.exceptions import RedisError

from tests.support.servers.polling import until
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
