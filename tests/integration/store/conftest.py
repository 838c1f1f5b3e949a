"""Tests of the store run on every kind of server that is installed."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from store.embedded.server import EmbeddedServer
from tests.support.cluster import CLUSTER
from tests.support.dropping_proxy import DroppingProxy
from tests.support.store_servers import KINDS, TcpServer


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run on every kind of server; tests marked `on_cluster` on a cluster, too."""
    if "server" in metafunc.fixturenames:
        spans = metafunc.definition.get_closest_marker("on_cluster") is not None
        spans = spans and "proxy" not in metafunc.fixturenames
        metafunc.parametrize("server", (*KINDS, CLUSTER) if spans else KINDS, indirect=True)


@pytest.fixture
async def proxy(server: EmbeddedServer, tmp_path: Path) -> AsyncIterator[DroppingProxy]:
    """A proxy between the test and the server that can drop or hold replies."""
    proxy = DroppingProxy(server.url[7:-5], tmp_path / "proxy.sock")
    await proxy.start()
    yield proxy
    proxy.passing.set()
    await proxy.aclose()


@pytest.fixture(params=KINDS)
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TcpServer]:
    """A server that a test may kill."""
    server = TcpServer(request.param, tmp_path)
    server.start()
    yield server
    server.kill()
