"""One server for the tests of the workers; every test finds it empty."""

from collections.abc import AsyncIterator, Iterator

import pytest

from application.table_cache import TableCache
from application.world import RealWorld
from projections.leaderboard.query import Leaderboard
from projections.table_list.query import TableList
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.log import RedisEventLog
from tests.support.servers import running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path_factory.mktemp("store")) as server:
        yield server


@pytest.fixture
async def client(server: EmbeddedServer) -> AsyncIterator[PipelinedClient]:
    client = PipelinedClient(server.url)
    await client.send_once("FLUSHALL")
    yield client
    await client.aclose()


@pytest.fixture
def log(client: PipelinedClient) -> RedisEventLog:
    return RedisEventLog(client)


@pytest.fixture
def tables(log: RedisEventLog) -> TableCache:
    return TableCache(log, RealWorld())


@pytest.fixture
def table_list(client: PipelinedClient) -> TableList:
    return TableList(client)


@pytest.fixture
def leaderboard(client: PipelinedClient) -> Leaderboard:
    return Leaderboard(client)
