"""An archive beside the store of a test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from store.client.base import StoreClient
from store.embedded.server import EmbeddedServer
from tests.support.stores.archiving import Archiving


@pytest.fixture
async def archiving(
    server: EmbeddedServer, client: StoreClient, tmp_path: Path
) -> AsyncIterator[Archiving]:
    one = Archiving(server.url, tmp_path)
    yield one
    await one.aclose()
