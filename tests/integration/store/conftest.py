"""One server of each kind for all tests; every test has tables of its own."""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from store.client.factory import pipe_to
from store.client.pipeline import AnyPipe
from store.embedded.server import EmbeddedServer
from store.log import RedisEventLog
from tests.support.cluster import AnyServer, Cluster, clustered
from tests.support.dropping_proxy import DroppingProxy
from tests.support.every_node import on_every_node
from tests.support.store_servers import KINDS, running

CLUSTER = "cluster"
ON_CLUSTER = {"deadlines", "feed_group", "follower", "ranking_store", "shelf_store", "walk"}


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, EmbeddedServer]]:
    with ExitStack() as stack:
        yield {
            kind: stack.enter_context(running(kind, tmp_path_factory.mktemp(kind)))
            for kind in KINDS
        }


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three masters; whoever takes it apart has one of his own."""
    with clustered("valkey", tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What spans several keys or partitions holds on a cluster, too."""
    if "server" in metafunc.fixturenames:
        spans = metafunc.module.__name__.rpartition(".test_")[2] in ON_CLUSTER
        spans = spans and "between" not in metafunc.fixturenames
        metafunc.parametrize("server", (*KINDS, CLUSTER) if spans else KINDS, indirect=True)


@pytest.fixture
def server(request: pytest.FixtureRequest, servers: dict[str, EmbeddedServer]) -> AnyServer:
    if request.param == CLUSTER:
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster
    return servers[request.param]


@pytest.fixture
async def pipe(server: AnyServer) -> AsyncIterator[AnyPipe]:
    pipe = pipe_to(server.url)
    await on_every_node(pipe, "FLUSHALL")
    yield pipe
    await pipe.aclose()


@pytest.fixture
async def log(pipe: AnyPipe) -> RedisEventLog:
    log = RedisEventLog(pipe)
    await log.prepare()
    return log


@pytest.fixture
async def between(server: EmbeddedServer, tmp_path: Path) -> AsyncIterator[DroppingProxy]:
    proxy = DroppingProxy(server.url[7:-5], tmp_path / "proxy.sock")
    await proxy.start()
    yield proxy
    await proxy.aclose()
