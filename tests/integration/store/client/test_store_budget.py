"""A request waits for a store that hangs no longer than one budget, however much it asks of it."""

import asyncio

import pytest

from application.ops.store_budget import start_budget
from application.ports.event_log import StoreUnavailable
from store.client.pipeline import PipelinedClient
from tests.support.network.dropping_proxy import DroppingProxy

BUDGET = 3.0
pytestmark = pytest.mark.anyio


async def test_what_one_command_has_waited_is_not_waited_for_again(proxy: DroppingProxy) -> None:
    """The first command loses its first attempt and succeeds with the second; the next hangs."""
    client = PipelinedClient(proxy.url, BUDGET)
    loop = asyncio.get_running_loop()
    start_budget()
    proxy.passing.clear()
    loop.call_later(0.65 * BUDGET, proxy.passing.set)
    began = loop.time()
    await client.execute("PING")
    proxy.passing.clear()
    with pytest.raises(StoreUnavailable):
        await client.execute("PING")
    took = loop.time() - began
    await client.aclose()
    assert 0.9 * BUDGET < took < 1.4 * BUDGET  # each with a budget of its own: 1.65


async def test_a_command_that_hangs_alone_has_the_whole_budget(proxy: DroppingProxy) -> None:
    client = PipelinedClient(proxy.url, BUDGET)
    loop = asyncio.get_running_loop()
    start_budget()
    await client.execute("PING")
    proxy.passing.clear()
    loop.call_later(0.65 * BUDGET, proxy.passing.set)
    assert await client.execute("PING") == b"PONG"
    await client.aclose()
