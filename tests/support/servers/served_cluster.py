"""A server on a cluster, and tables whose people try again while part of it is away."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from store.keyspace import events
from tests.support.servers.processes import Api, playing, until
from tests.support.stores.relayed_cluster import RelayedCluster, RelayedNode, relayed_cluster
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable


class ServedCluster(NamedTuple):
    """A server with a cluster as its store, which it reaches through relays."""

    cluster: RelayedCluster
    queue_url: str
    api: Api


@contextmanager
def serving_on_cluster(folder: Path) -> Iterator[ServedCluster]:
    with (
        relayed_cluster("valkey", folder / "cluster") as cluster,
        running("valkey", folder / "q") as queue,
        playing(
            cluster.url,
            folder,
            LUDOTHEQUE_QUEUE_URL=queue.queue_url,
            LUDOTHEQUE_STORE_SECONDS="3",  # the masters of some tables are away for long
        ) as api,
    ):
        yield ServedCluster(cluster, queue.queue_url, api)


def home(on_cluster: ServedCluster, table: HttpTable) -> RelayedNode:
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
