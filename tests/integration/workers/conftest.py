"""One server for the tests of the workers; every test finds it empty."""

from collections.abc import AsyncIterator, Iterator

import pytest

from application.table_cache import TableCache
from application.world import RealWorld
from projections.leaderboard.query import Leaderboard
from projections.table_list.query import TableList
from store.client.pipeline import Pipe
from store.embedded.server import EmbeddedServer
from store.log import RedisEventLog
from tests.support.store_servers import running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path_factory.mktemp("store")) as server:
        yield server


@pytest.fixture
async def pipe(server: EmbeddedServer) -> AsyncIterator[Pipe]:
    pipe = Pipe(server.url)
    await pipe.call("FLUSHALL")
    yield pipe
    await pipe.aclose()


@pytest.fixture
def log(pipe: Pipe) -> RedisEventLog:
    return RedisEventLog(pipe)


@pytest.fixture
def tables(log: RedisEventLog) -> TableCache:
    return TableCache(log, RealWorld())


@pytest.fixture
def table_list(pipe: Pipe) -> TableList:
    return TableList(pipe)


@pytest.fixture
def leaderboard(pipe: Pipe) -> Leaderboard:
    return Leaderboard(pipe)
