"""Ways to partition a cluster with three masters, three replicas and an API; what they may lose."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tests.support.network.relays import CLIENTS
from tests.support.stores.relayed_cluster import RelayedCluster, RelayedNode, places

ELECTION = 4.0  # seconds that nodes need at most to agree on a new master
NEVER = -1.0  # no command may be lost, at whatever time
BUSY = 1.0  # seconds that all may be late on a busy machine
SLOW = 0.2  # seconds by which a slow node answers later


class Partition(NamedTuple):
    """One way to cut links around a master and its replica."""

    name: str
    cut: Callable[[RelayedCluster, RelayedNode, RelayedNode], None]
    fails_over: bool = False  # if it lasts
    refuses: bool = False  # the tables of the master while it lasts
    may_lose: bool = False  # commands that the master alone had
    is_unheard: bool = False  # the master still hears the others
    spares_others: bool = False  # the API reaches all tables of other masters


def _master_alone(cluster: RelayedCluster, master: RelayedNode, _: RelayedNode) -> None:
    cluster.isolate(master)


def _master_and_clients(cluster: RelayedCluster, master: RelayedNode, _: RelayedNode) -> None:
    cluster.relays.cut([master.place, CLIENTS], places(cluster.others(master)))


def _master_unheard(cluster: RelayedCluster, master: RelayedNode, _: RelayedNode) -> None:
    cluster.relays.cut_one_way([master.place], places(cluster.others(master)))


def _master_deaf(cluster: RelayedCluster, master: RelayedNode, _: RelayedNode) -> None:
    cluster.relays.cut_one_way(places(cluster.others(master)), [master.place])


def _replica_alone(cluster: RelayedCluster, _: RelayedNode, replica: RelayedNode) -> None:
    cluster.isolate(replica)


def _clients_cut(cluster: RelayedCluster, master: RelayedNode, _: RelayedNode) -> None:
    cluster.cut_from_clients(master)


def _slow(cluster: RelayedCluster, master: RelayedNode, _: RelayedNode) -> None:
    everybody = [CLIENTS, *places(cluster.others(master))]
    cluster.relays.slow_down(master.place, everybody, SLOW)


PARTITIONS = (
    Partition("a master alone", _master_alone, fails_over=True, may_lose=True),
    Partition("a replica alone", _replica_alone, spares_others=True),
    Partition("the API cut from a master", _clients_cut, refuses=True, spares_others=True),
    Partition("a master and the API", _master_and_clients, refuses=True, may_lose=True),
    Partition(
        "a master nobody hears", _master_unheard, fails_over=True, may_lose=True, is_unheard=True
    ),
    Partition("a master that hears nobody", _master_deaf, may_lose=True),
    Partition("a slow master", _slow, spares_others=True),
)


class Mode(NamedTuple):
    """How the nodes and the API are configured, and what a partition may then lose."""

    name: str
    node_timeout: float  # seconds
    min_replicas: int
    bound: float  # seconds after the cut in which a master acknowledges in vain
    env: Mapping[str, str] = MappingProxyType({})

    @property
    def settings(self) -> dict[str, int]:
        return {
            "cluster-node-timeout": int(1000 * self.node_timeout),
            "min-replicas-to-write": self.min_replicas,
            "min-replicas-max-lag": 1,
        }

    @property
    def bound_unheard(self) -> float:
        """Return the bound of a master that still hears its replica.

        The replica reports that it is there, so the master does not stop before it is replaced.
        """
        return NEVER if self.bound == NEVER else 1.5 * self.node_timeout + ELECTION


# A node is pinged at least twice in its timeout, so it is missed after one and a half of it. With
# `min-replicas-max-lag 1` a master counts whole seconds, and looks once per second.
MODES = (
    Mode("defaults", 1.5, 0, 1.5 * 1.5 + BUSY),
    Mode("min-replicas-to-write", 6.0, 1, 3.0 + BUSY),
    Mode("LUDOTHEQUE_REPLICAS=1", 1.5, 1, NEVER, {"LUDOTHEQUE_REPLICAS": "1"}),
)
