"""One server for the tests of the workers; every test finds it empty."""

from collections.abc import AsyncIterator, Iterator

import pytest

from domain.play.clock import RealWorld
from domain.play.tables import Tables
from eventlog.embedded import EmbeddedServer
from eventlog.pipe import Pipe
from eventlog.redis_log import RedisLog
from projections.listing import Listing
from projections.standings import Standings
from tests.support.servers import running


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
def log(pipe: Pipe) -> RedisLog:
    return RedisLog(pipe)


@pytest.fixture
def tables(log: RedisLog) -> Tables:
    return Tables(log, RealWorld())


@pytest.fixture
def listing(pipe: Pipe) -> Listing:
    return Listing(pipe)


@pytest.fixture
def standings(pipe: Pipe) -> Standings:
    return Standings(pipe)
