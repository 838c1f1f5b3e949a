"""A store and a web process for whatever clients do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.embedded.server import EmbeddedServer
from tests.support.servers import running
from tests.support.web import Api, serving


@pytest.fixture(scope="session")
def clients_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path_factory.mktemp("clients")) as server:
        yield server


@pytest.fixture(scope="session")
def clients_api(
    clients_store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    directory: Path = tmp_path_factory.mktemp("clients-api")
    with serving(clients_store.url, directory) as process:
        yield process
