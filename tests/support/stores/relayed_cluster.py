"""A cluster with relays between all its nodes and its clients, so that tests can partition it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from redis.exceptions import RedisError

from tests.support.network.relays import CLIENTS, Place, Relays
from tests.support.servers.ports import BUS_OFFSET
from tests.support.servers.processes import until
from tests.support.stores.cluster import MASTERS, Cluster, Node


class RelayedNode(Node):
    """A node that others reach only through relays; tests reach it directly."""

    def __init__(
        self, kind: str, directory: Path, relays: Relays, number: int, **settings: str
    ) -> None:
        super().__init__(kind, directory, **settings)
        self.place: Place = f"127.0.0.{10 + number}"
        self._announced = [relays.open(self.place, self.port + n) for n in (0, BUS_OFFSET)]
        self._settings |= {
            "bind-source-addr": self.place,  # by which a relay knows who connects
            "cluster-announce-ip": "127.0.0.1",
            "cluster-announce-port": str(self._announced[0]),
            "cluster-announce-bus-port": str(self._announced[1]),
        }

    @property
    def announced(self) -> tuple[int, int]:
        return self._announced[0], self._announced[1]

    def info(self, section: str) -> dict[str, object]:
        return dict(self.ask("INFO", section))


class RelayedCluster(Cluster):
    def __init__(self, kind: str, directory: Path, spares: int, **settings: str) -> None:
        self.relays = Relays()
        self.relayed = [
            RelayedNode(kind, directory / str(n), self.relays, n, **settings)
            for n in range(MASTERS + spares)
        ]
        self.nodes = list(self.relayed)

    def add_replicas(self) -> None:
        """Make each spare the replica of a master."""
        for master, spare in zip(self.nodes, self.nodes[MASTERS:], strict=False):
            spare.ask("CLUSTER", "REPLICATE", master.id)
        until(self.in_sync)

    def in_sync(self) -> bool:
        """Tell whether no node is considered down and every replica follows its master."""
        try:
            replicas = [node for node in self.relayed if _role(node) == "slave"]
            linked = [node.info("replication")["master_link_status"] == "up" for node in replicas]
            return self.whole() and len(replicas) == len(self.nodes) - MASTERS and all(linked)
        except (RedisError, OSError, KeyError):
            return False

    def replica_of(self, master: RelayedNode) -> RelayedNode:
        """Return the replica of a master, as the replica itself believes."""
        return next(
            node
            for node in self.relayed
            if node.info("replication").get("master_port") == master.announced[0]
        )

    def relayed_owner(self, key: str, seen_by: Node | None = None) -> RelayedNode:
        found = self.owner(key, seen_by)
        return next(node for node in self.relayed if node is found)

    def others(self, *nodes: RelayedNode) -> list[RelayedNode]:
        return [node for node in self.relayed if node not in nodes]

    def isolate(self, *nodes: RelayedNode) -> None:
        """Cut nodes off from all others; clients still reach them."""
        self.relays.cut(places(nodes), places(self.others(*nodes)))

    def cut_from_clients(self, *nodes: RelayedNode) -> None:
        self.relays.cut(places(nodes), [CLIENTS])

    def stop(self) -> None:
        super().stop()
        self.relays.close()


def places(nodes: Sequence[RelayedNode]) -> list[Place]:
    return [node.place for node in nodes]


def _role(node: RelayedNode) -> object:
    return node.info("replication")["role"]


@contextmanager
def relayed_cluster(
    kind: str, directory: Path, spares: int = 1, **settings: str
) -> Iterator[RelayedCluster]:
    cluster = RelayedCluster(kind, directory, spares, **settings)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
