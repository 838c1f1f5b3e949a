"""A store and a web process for whatever clients do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.embedded.server import EmbeddedServer
from tests.support.processes import Api, serving
from tests.support.store_servers import running


@pytest.fixture(scope="session")
def play_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path_factory.mktemp("clients")) as server:
        yield server


@pytest.fixture(scope="session")
def play_api(play_store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    directory: Path = tmp_path_factory.mktemp("clients-api")
    with serving(play_store.url, directory) as process:
        yield process
