"""A web process for browsers."""

from collections.abc import Iterator

import pytest

from tests.support.processes import Api, serving
from tests.support.store_servers import running


@pytest.fixture(scope="session")
def play_api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    directory = tmp_path_factory.mktemp("pages")
    with running("valkey", directory / "store") as store, serving(store.url, directory) as api:
        yield api
        assert api.errors == ""
