"""A `ludotheque serve` for the commands that the documentation prints."""

from collections.abc import Iterator

import pytest

from tests.support.servers.serve_process import ServeProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    serve = ServeProcess(tmp_path_factory.mktemp("docs") / "var")
    try:
        yield serve.ready()
        assert serve.stop() == 0, serve.output()
    finally:
        serve.kill_all()
