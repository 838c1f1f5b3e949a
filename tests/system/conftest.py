"""Tests with real processes: a store and an API that clients, browsers and load runs share."""

from collections.abc import Iterator

import pytest

from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import Api, serving
from tests.support.stores.servers import running


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
