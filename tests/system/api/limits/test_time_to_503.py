"""A request to an API whose store hangs is answered within the configured time."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.network.dropping_proxy import DroppingProxy
from tests.support.players.callers import calling
from tests.support.servers.processes import Api
from tests.support.tables.http_table import HttpTable, start_table

pytestmark = pytest.mark.anyio
STORE_SECONDS = 3.0


@pytest.fixture
async def proxy(store: EmbeddedServer, tmp_path: Path) -> AsyncIterator[DroppingProxy]:
    proxy = DroppingProxy(str(store.socket), tmp_path / "proxy.sock")
    await proxy.start()
    yield proxy
    proxy.passing.set()
    await proxy.aclose()


async def test_two_commands_that_hang_one_after_the_other(
    proxy: DroppingProxy, tmp_path: Path
) -> None:
    """The token is found on the second attempt; then the table is not read at all."""
    api = Api(proxy.url, tmp_path, LUDOTHEQUE_STORE_SECONDS=str(STORE_SECONDS))
    await asyncio.to_thread(api.start)
    table = await asyncio.to_thread(_started, api)
    await asyncio.to_thread(api.stop)
    await asyncio.to_thread(api.start)  # it knows neither the token nor the table any more
    try:
        async with httpx.AsyncClient(base_url=api.base) as http:
            await http.get("/health/ready")
            loop = asyncio.get_running_loop()
            proxy.passing.clear()
            loop.call_later(0.65 * STORE_SECONDS, proxy.release)
            began = loop.time()
            answer = await http.get(
                table.path, headers={"Authorization": f"Bearer {table.host.token}"}
            )
            took = loop.time() - began
    finally:
        proxy.passing.set()
        await asyncio.to_thread(api.stop)
    assert answer.status_code == 503
    assert took < 1.4 * STORE_SECONDS


def _started(api: Api) -> HttpTable:
    with calling(api.base) as http:
        return start_table(http)
