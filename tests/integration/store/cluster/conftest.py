"""The cluster of all tests, whole again after each; clients of more or less patience."""

from collections.abc import AsyncIterator, Iterator

import pytest

from store.cluster.pipeline import ClusterPipe
from tests.support.cluster import Cluster
from tests.support.polling import until


@pytest.fixture
def whole(cluster: Cluster) -> Iterator[Cluster]:
    yield cluster
    for node in cluster.nodes:
        node.restart_if_dead()
        node.wake()
    until(cluster.whole)


@pytest.fixture
async def pipe(whole: Cluster) -> AsyncIterator[ClusterPipe]:
    pipe = ClusterPipe(whole.url)
    yield pipe
    await pipe.aclose()


@pytest.fixture
async def hasty(whole: Cluster) -> AsyncIterator[ClusterPipe]:
    """For servers that do not answer."""
    pipe = ClusterPipe(whole.url, 1.5)
    yield pipe
    await pipe.aclose()


@pytest.fixture
async def impatient(whole: Cluster) -> AsyncIterator[ClusterPipe]:
    """For what is to be refused anyway."""
    pipe = ClusterPipe(whole.url, 0.2)
    yield pipe
    await pipe.aclose()
