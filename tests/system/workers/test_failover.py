"""`ludotheque serve` on a cluster whose master is replaced by its replica."""

from typing import Any

from tests.support.cluster import Node
from tests.support.polling import until
from tests.support.serve_on_cluster import (
    PersistentPlayers,
    ServeOnCluster,
    assert_all_go_on,
    home,
)


def test_a_replica_takes_over_and_the_tables_go_on(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    cluster, players = on_cluster.cluster, next(iter(by_port.values()))
    master, replica = home(on_cluster, players), cluster.spare
    replica.ask("CLUSTER", "REPLICATE", master.id)
    until(lambda: _replication(replica).get("master_link_status") == "up")
    players.play()
    until(lambda: _written(replica) == _written(master))  # else answered commands may be lost
    master.kill()
    replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
    assert_all_go_on(*by_port.values())
    until(lambda: home(on_cluster, players) is replica)


def _replication(node: Node) -> Any:
    return node.ask("INFO", "replication")


def _written(node: Node) -> int:
    """How much of all that was ever written it has."""
    return int(_replication(node)["master_repl_offset"])
