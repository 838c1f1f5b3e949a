"""A web process for browsers."""

from collections.abc import Iterator

import pytest

from tests.support.servers import running
from tests.support.web import Api, serving


@pytest.fixture(scope="session")
def page_api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    directory = tmp_path_factory.mktemp("pages")
    with running("valkey", directory / "store") as store, serving(store.url, directory) as api:
        yield api
        assert api.faults == ""
