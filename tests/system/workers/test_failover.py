"""`ludotheque serve` on a cluster whose master is replaced by its replica."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from msgspec import json

from tests.support.servers.polling import PATIENCE, until
from tests.support.servers.serve_on_cluster import (
    PersistentPlayers,
    ServeOnCluster,
    assert_all_go_on,
    home,
)
from tests.support.stores.cluster import Cluster, Node


def test_a_replica_takes_over_and_the_tables_go_on(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    master, replica = _master_and_replica(on_cluster.cluster)
    players = by_port[master.port]
    players.play()
    until(lambda: _written(replica) == _written(master))  # else answered commands may be lost
    master.kill()
    replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
    assert_all_go_on(*by_port.values())
    until(lambda: home(on_cluster, players) is replica)


def test_a_fail_over_that_undoes_events_ends_streams_and_refutes_heads(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    master, replica = _master_and_replica(on_cluster.cluster)
    players = by_port[master.port]
    players.play()
    kept = players.version
    until(lambda: _written(replica) == _written(master))
    replica.sleep()
    master.ask("CLIENT", "KILL", "TYPE", "replica")  # from now on it gets nothing
    players.play()
    undone = f"{players.version}:{players.heads.pop(players.version)}"
    with ThreadPoolExecutor(1) as pool:
        heard, opened = [], _open_stream(players)
        assert next(opened) == "snapshot"
        end = pool.submit(lambda: heard.extend(opened))
        master.kill()
        replica.wake()
        replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
        end.result(PATIENCE)
    assert heard[-1] == "history_rewritten"
    answer = until(lambda: _asked(players, undone))
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/history_rewritten")
    assert players.sees()["version"] == kept
    assert_all_go_on(players)


def _master_and_replica(cluster: Cluster) -> tuple[Node, Node]:
    """Make the spare node a replica, or the master that another test has killed."""
    dead = [node for node in cluster.nodes if not node.alive]
    if dead:
        [replica] = dead
        replica.start()
    else:
        replica = cluster.spare
        replica.ask("CLUSTER", "REPLICATE", cluster.masters[0].id)
    until(lambda: _replication(replica).get("master_link_status") == "up")
    port = int(_replication(replica)["master_port"])
    return next(node for node in cluster.nodes if node.announced[0] == port), replica


def _open_stream(players: PersistentPlayers) -> Any:
    """Yield the names of the frames of a stream, and at last the reason of its end."""
    url = f"{players.http.base_url}/v1/tables/{players.table}/events/stream"
    query = {"after": players.version, "max_seconds": 600}
    with httpx.stream("GET", url, params=query) as stream:
        name = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
                yield name
            elif line.startswith("data: ") and name == "bye":
                yield json.decode(line.removeprefix("data: "))["reason"]


def _asked(players: PersistentPlayers, head: str) -> httpx.Response | None:
    """Return the answer to a reader who shows a head; None while the store is away."""
    path = f"/v1/tables/{players.table}/events"
    answer = players.http.get(path, params={"head": head})
    return None if answer.status_code == 503 else answer


def _replication(node: Node) -> Any:
    return node.ask("INFO", "replication")


def _written(node: Node) -> int:
    """How much of all that was ever written it has."""
    return int(_replication(node)["master_repl_offset"])
