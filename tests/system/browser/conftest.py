"""A whole server for the tests of the page, and one browser for the tests of a file."""

from collections.abc import Iterator

import pytest

from openapi.load.own_server import UNLIMITED
from tests.support.browser.real_browser import sharing
from tests.support.servers.serve_process import ServeProcess


@pytest.fixture(scope="module", autouse=True)
def one_browser() -> Iterator[None]:
    """Start the browser once for each file; every visit has a profile of its own."""
    with sharing():
        yield


@pytest.fixture(scope="session")
def whole_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    env = UNLIMITED | {"LUDOTHEQUE_CORS_ORIGINS": "loopback"}  # as `make serve` does
    serve = ServeProcess(tmp_path_factory.mktemp("page") / "var", env=env).ready()
    try:
        yield serve
    finally:
        serve.stop()
        serve.kill_all()
