"""One server for all tests of what is kept; every test finds it empty."""

from collections.abc import AsyncIterator, Iterator

import pytest

from eventlog.embedded import EmbeddedServer
from eventlog.pipe import Pipe
from projections.listing import Listing
from tests.support.servers import running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path_factory.mktemp("store")) as server:
        yield server


@pytest.fixture
async def listing(server: EmbeddedServer) -> AsyncIterator[Listing]:
    pipe = Pipe(server.url)
    await pipe.call("FLUSHALL")
    yield Listing(pipe)
    await pipe.aclose()
