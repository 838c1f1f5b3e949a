"""`ludotheque serve` on a cluster, and tables whose people try again while part of it is away."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from store.keyspace import events
from tests.support.servers.polling import until
from tests.support.servers.serve_process import ServeProcess
from tests.support.stores.relayed_cluster import RelayedCluster, RelayedNode, relayed_cluster
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable


class ServeOnCluster(NamedTuple):
    """`ludotheque serve` with a cluster as its store, which it reaches through relays."""

    cluster: RelayedCluster
    serve: ServeProcess


@contextmanager
def serving_on_cluster(folder: Path) -> Iterator[ServeOnCluster]:
    with (
        relayed_cluster("valkey", folder / "cluster") as cluster,
        running("valkey", folder / "q") as queue,
    ):
        env = {"LUDOTHEQUE_STORE_SECONDS": "3"}  # the masters of some tables are away for long
        serve = ServeProcess(folder / "var", store=cluster.url, queue=queue.queue_url, env=env)
        try:
            yield ServeOnCluster(cluster, serve.ready())
            assert serve.stop() == 0
            assert "Traceback" not in serve.output(), serve.output()
        finally:
            serve.kill_all()


def home(on_cluster: ServeOnCluster, table: HttpTable) -> RelayedNode:
    return on_cluster.cluster.relayed_owner(events(table.id))


def assert_all_stored(table: HttpTable) -> None:
    """Fail unless every acknowledged version has its head."""
    stored = {version: table.seen(at=version)["head"] for version in table.heads}
    assert stored == table.heads


def assert_all_go_on(*tables: HttpTable) -> None:
    """Fail unless every acknowledged command is stored and each table can be played on."""
    for table in tables:
        table.step()
        until(table.is_listed)
        assert_all_stored(table)
