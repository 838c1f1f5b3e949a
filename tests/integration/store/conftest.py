"""Tests of the store run on every kind of server that is installed."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from store.embedded.server import EmbeddedServer
from tests.simulation.contract import SIMULATED
from tests.support.network.dropping_proxy import DroppingProxy
from tests.support.stores.cluster import CLUSTER
from tests.support.stores.servers import KINDS, TcpServer

CONTRACTS = {  # the tests that also hold the simulated store to what the real ones do
    "test_accounts",
    "test_acts",
    "test_audits",
    "test_concurrent_writers",
    "test_positions",
    "test_deadlines",
    "test_follower",
    "test_heartbeat",
    "test_leaderboard",
    "test_pipeline",
    "test_presence",
    "test_scan",
    "test_snapshots",
    "test_table_list",
    "test_tickets",
    "test_webhooks",
}
NEED_A_PROCESS = {"proxy", "redis", "jobs", "own"}  # fixtures that reach a server another way


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run on every kind of server and on the simulated one, which must not differ.

    Tests marked `on_cluster` run on a cluster, too; those marked `real_server` need a process.
    """
    if "server" not in metafunc.fixturenames:
        return
    marked = metafunc.definition.get_closest_marker
    kinds = list(KINDS)
    if marked("on_cluster") is not None and "proxy" not in metafunc.fixturenames:
        kinds.append(CLUSTER)
    simulated = metafunc.definition.path.stem in CONTRACTS and marked("real_server") is None
    if simulated and NEED_A_PROCESS.isdisjoint(metafunc.fixturenames):
        kinds.append(SIMULATED)
    metafunc.parametrize("server", kinds, indirect=True)


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
