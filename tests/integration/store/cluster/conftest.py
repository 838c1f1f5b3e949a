"""The shared cluster, repaired after each test; clients with different timeouts."""

from collections.abc import AsyncIterator, Iterator

import pytest

from store.cluster.client import ClusterClient
from tests.support.servers.processes import PATIENCE, until
from tests.support.stores.cluster import Cluster


@pytest.fixture
def whole(cluster: Cluster) -> Iterator[Cluster]:
    yield cluster
    for node in cluster.nodes:
        node.restart_if_dead()
        node.wake()
    until(cluster.whole)


@pytest.fixture
async def client(whole: Cluster) -> AsyncIterator[ClusterClient]:
    client = ClusterClient(whole.url, PATIENCE)
    yield client
    await client.aclose()


@pytest.fixture
async def hasty(whole: Cluster) -> AsyncIterator[ClusterClient]:
    """A client with a short timeout, for servers that do not answer."""
    client = ClusterClient(whole.url, 1.5)
    yield client
    await client.aclose()


@pytest.fixture
async def impatient(whole: Cluster) -> AsyncIterator[ClusterClient]:
    """A client with a very short timeout, for commands that cannot succeed."""
    client = ClusterClient(whole.url, 0.2)
    yield client
    await client.aclose()
