"""Ways to partition a cluster with three masters, three replicas and an API."""

from collections.abc import Callable
from typing import NamedTuple

from tests.support.relayed_cluster import RelayedCluster, RelayedNode, places
from tests.support.relays import CLIENTS

SLOW = 0.2  # seconds by which a slow node answers later


class Partition(NamedTuple):
    """One way to cut links around a master and its replica."""

    name: str
    cut: Callable[[RelayedCluster, RelayedNode, RelayedNode], None]
    fails_over: bool = False  # if it lasts
    refuses: bool = False  # the tables of the master while it lasts
    may_lose: bool = False  # commands that the master alone had
    is_unheard: bool = False  # the master still hears the others


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
    Partition("a replica alone", _replica_alone),
    Partition("the API cut from a master", _clients_cut, refuses=True),
    Partition("a master and the API", _master_and_clients, refuses=True, may_lose=True),
    Partition(
        "a master nobody hears", _master_unheard, fails_over=True, may_lose=True, is_unheard=True
    ),
    Partition("a master that hears nobody", _master_deaf, may_lose=True),
    Partition("a slow master", _slow),
)
