"""One server of each kind for all tests; every test has tables of its own."""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from eventlog.embedded import EmbeddedServer
from eventlog.pipe import Pipe
from eventlog.redis_log import RedisLog
from tests.eventlog.swallower import Swallower
from tests.support.servers import KINDS, running


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, EmbeddedServer]]:
    with ExitStack() as stack:
        yield {
            kind: stack.enter_context(running(kind, tmp_path_factory.mktemp(kind)))
            for kind in KINDS
        }


@pytest.fixture(params=KINDS)
def server(request: pytest.FixtureRequest, servers: dict[str, EmbeddedServer]) -> EmbeddedServer:
    return servers[request.param]


@pytest.fixture
async def pipe(server: EmbeddedServer) -> AsyncIterator[Pipe]:
    pipe = Pipe(server.url)
    await pipe.call("FLUSHALL")
    yield pipe
    await pipe.aclose()


@pytest.fixture
async def log(pipe: Pipe) -> RedisLog:
    log = RedisLog(pipe)
    await log.prepare()
    return log


@pytest.fixture
async def between(server: EmbeddedServer, tmp_path: Path) -> AsyncIterator[Swallower]:
    proxy = Swallower(server.url[7:-5], tmp_path / "proxy.sock")
    await proxy.start()
    yield proxy
    await proxy.aclose()
