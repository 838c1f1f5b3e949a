"""One store server of each kind for all tests of a test process; every test finds it empty."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import TypeAlias

import pytest

from application.table_cache import TableCache
from application.world import RealWorld
from projections.leaderboard.query import Leaderboard
from projections.table_list.query import TableList
from store.client.base import StoreClient
from store.lists.leaderboard import RedisLeaderboardStore
from store.lists.table_list import RedisTableListStore
from store.lua import functions
from store.opening.factory import open_client
from store.tables.log import RedisEventLog
from tests.simulation.contract import SIMULATED, Simulated, simulated
from tests.support.servers.no_process_left import lasting
from tests.support.servers.processes import PATIENCE
from tests.support.stores.cluster import CLUSTER, AnyServer, Cluster, clustered
from tests.support.stores.contents import on_every_node
from tests.support.stores.servers import running

ServerOf: TypeAlias = Callable[[str], AnyServer | Simulated]


@pytest.fixture(scope="session")
def server_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerOf]:
    """Return the server of a kind; it is started when a test first asks for it."""
    with ExitStack() as stack:

        @cache
        def start(kind: str) -> AnyServer | Simulated:
            if kind == SIMULATED:
                return stack.enter_context(simulated())
            directory = tmp_path_factory.mktemp(kind)
            with lasting():
                if kind == CLUSTER:
                    return stack.enter_context(clustered("valkey", directory))
                return stack.enter_context(running(kind, directory))

        yield start


@pytest.fixture
def server(request: pytest.FixtureRequest, server_of: ServerOf) -> AnyServer | Simulated:
    """A server of the kind the test is parametrized with (default: valkey)."""
    return server_of(getattr(request, "param", "valkey"))


@pytest.fixture
def cluster(server_of: ServerOf) -> Cluster:
    """Three masters and a spare node. A test that changes the cluster must restore it."""
    cluster = server_of(CLUSTER)
    assert isinstance(cluster, Cluster)
    return cluster


@pytest.fixture
async def client(server: AnyServer | Simulated) -> AsyncIterator[StoreClient]:
    """A client of the server, which is emptied first and has its functions.

    To load them later would write the record of the format.
    """
    client = open_client(server.url, PATIENCE)
    await on_every_node(client, "FLUSHALL")
    if not await functions.installed(client):
        await functions.install(client)
        await on_every_node(client, "FLUSHALL")
    yield client
    await client.aclose()


@pytest.fixture
async def log(client: StoreClient) -> RedisEventLog:
    log = RedisEventLog(client)
    await log.install_functions()
    return log


@pytest.fixture
def tables(log: RedisEventLog) -> TableCache:
    return TableCache(log, RealWorld())


@pytest.fixture
def table_list(client: StoreClient) -> TableList:
    return TableList(RedisTableListStore(client), RedisEventLog(client))


@pytest.fixture
def leaderboard(client: StoreClient) -> Leaderboard:
    return Leaderboard(RedisLeaderboardStore(client))
