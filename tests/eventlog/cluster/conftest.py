"""The cluster of all tests, whole again after each; clients that do not wait long."""

from collections.abc import AsyncIterator, Iterator

import pytest

from eventlog.cluster.pipe import ClusterPipe
from eventlog.patience import SECONDS
from eventlog.redis_log import RedisLog
from tests.support.cluster import Cluster
from tests.support.web import until


@pytest.fixture
def whole(cluster: Cluster) -> Iterator[Cluster]:
    yield cluster
    for node in cluster.nodes:
        node.restart_if_dead()
    until(cluster.whole)


@pytest.fixture
async def hasty(whole: Cluster) -> AsyncIterator[ClusterPipe]:
    pipe = ClusterPipe(whole.url, SECONDS)
    yield pipe
    await pipe.aclose()


@pytest.fixture
async def impatient(whole: Cluster) -> AsyncIterator[ClusterPipe]:
    """For what is to be refused anyway."""
    pipe = ClusterPipe(whole.url, 0.2)
    yield pipe
    await pipe.aclose()


@pytest.fixture
async def log(hasty: ClusterPipe) -> RedisLog:
    log = RedisLog(hasty)
    await log.prepare()
    return log
