"""Tests with real processes. Only these are rerun when they fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import Api, serving
from tests.support.stores.servers import running

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A busy machine may delay a process beyond any limit a test can set: try twice more."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=1))


@pytest.fixture(scope="session")
def play_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """The store of `play_api`. Tests must not assume anything about its contents."""
    with running("valkey", tmp_path_factory.mktemp("play-store")) as server:
        yield server


@pytest.fixture(scope="session")
def play_api(play_store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An API process for clients, browsers and load runs."""
    with serving(play_store.url, tmp_path_factory.mktemp("play-api")) as process:
        yield process
        assert process.errors == ""
