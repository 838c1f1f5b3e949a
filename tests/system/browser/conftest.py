"""A whole server for the tests of the page: with bots, and with its own store."""

from collections.abc import Iterator

import pytest

from openapi.load.own_server import UNLIMITED
from tests.support.serve_process import ServeProcess


@pytest.fixture(scope="session")
def whole_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    serve = ServeProcess(tmp_path_factory.mktemp("page") / "var", env=UNLIMITED).ready()
    try:
        yield serve
    finally:
        serve.stop()
        serve.kill_all()
