"""One server for all tests of what is kept; every test finds it empty."""

from collections.abc import AsyncIterator, Iterator

import pytest

from projections.table_list.query import TableList
from store.client.pipeline import Pipe
from store.embedded.server import EmbeddedServer
from tests.support.store_servers import running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path_factory.mktemp("store")) as server:
        yield server


@pytest.fixture
async def table_list(server: EmbeddedServer) -> AsyncIterator[TableList]:
    pipe = Pipe(server.url)
    await pipe.call("FLUSHALL")
    yield TableList(pipe)
    await pipe.aclose()
