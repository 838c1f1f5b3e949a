"""A store, an API and workers that the tests of a folder share; its `conftest.py` imports them."""

from collections.abc import Iterator

import pytest

from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import Api, playing, serving
from tests.support.stores.servers import running

AS_SERVED = {"LUDOTHEQUE_STREAM_SECONDS": "60", "LUDOTHEQUE_CORS_ORIGINS": "loopback"}


@pytest.fixture(scope="package")
def play_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """The store of `play_api`. Tests must not assume anything about its contents."""
    with running("valkey", tmp_path_factory.mktemp("play-store")) as server:
        yield server


@pytest.fixture(scope="package")
def play_api(play_store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An API process for clients, browsers and load runs."""
    folder = tmp_path_factory.mktemp("play-api")
    with serving(play_store.url, folder, **AS_SERVED) as process:
        yield process
        assert process.errors == ""


@pytest.fixture(scope="package")
def whole_server(
    play_store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    """The API with the loops that a game of people and bots needs, in one process."""
    with playing(play_store.url, tmp_path_factory.mktemp("whole"), **AS_SERVED) as process:
        yield process
