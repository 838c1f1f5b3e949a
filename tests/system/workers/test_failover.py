"""A server on a cluster whose master is replaced by its replica."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from msgspec import json

from tests.support.servers.processes import PATIENCE, until
from tests.support.servers.served_cluster import ServedCluster, assert_all_go_on, home
from tests.support.stores.cluster import Cluster, Node
from tests.support.tables.http_table import HttpTable


def test_a_replica_takes_over_and_the_tables_go_on(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable]
) -> None:
    master, replica = _master_and_replica(on_cluster.cluster)
    table = by_port[master.port]
    table.step()
    until(lambda: _written(replica) == _written(master))  # else answered commands may be lost
    master.kill()
    replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
    assert_all_go_on(*by_port.values())
    until(lambda: home(on_cluster, table) is replica)


def test_a_fail_over_that_undoes_events_ends_streams_and_refutes_heads(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable]
) -> None:
    master, replica = _master_and_replica(on_cluster.cluster)
    table = by_port[master.port]
    table.step()
    kept = table.version
    until(lambda: _written(replica) == _written(master))
    replica.sleep()
    master.ask("CLIENT", "KILL", "TYPE", "replica")  # from now on it gets nothing
    table.step()
    undone = f"{table.version}:{table.heads.pop(table.version)}"
    with ThreadPoolExecutor(1) as pool:
        frames, opened = [], _open_stream(table)
        assert next(opened) == "snapshot"
        end = pool.submit(lambda: frames.extend(opened))
        master.kill()
        replica.wake()
        replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
        end.result(PATIENCE)
    assert frames[-1] == "history_rewritten"
    answer = _shown(table, undone)
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/history_rewritten")
    assert table.seen()["version"] == kept
    assert_all_go_on(table)


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


def _open_stream(table: HttpTable) -> Any:
    """Yield the names of the frames of a stream, and at last the reason of its end."""
    url = f"{table.host.http.base_url}{table.path}/events/stream"
    query = {"after": table.version, "max_seconds": 600}
    with httpx.stream("GET", url, params=query) as stream:
        name = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
                yield name
            elif line.startswith("data: ") and name == "bye":
                yield json.decode(line.removeprefix("data: "))["reason"]


def _shown(table: HttpTable, head: str) -> httpx.Response:
    """Return the answer to a reader who shows a head."""
    return table.host.get(f"{table.path}/events", params={"head": head})


def _replication(node: Node) -> Any:
    return node.ask("INFO", "replication")


def _written(node: Node) -> int:
    """How much of all that was ever written it has."""
    return int(_replication(node)["master_repl_offset"])
