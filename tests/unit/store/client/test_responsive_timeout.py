"""The timeout of the store does not count the time in which the event loop is stalled."""

import asyncio
import itertools
import time

import pytest

from store.client.responsive_timeout import LATE, MOST_TICKS, TICKS, ResponsiveTimeout

pytestmark = pytest.mark.anyio

SECONDS = 0.2


async def test_it_expires_when_nothing_comes() -> None:
    with pytest.raises(TimeoutError):
        async with ResponsiveTimeout(SECONDS):
            await asyncio.Event().wait()


async def test_it_does_not_expire_before_its_time() -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        async with ResponsiveTimeout(SECONDS):
            await asyncio.Event().wait()
    assert time.monotonic() - began >= 0.95 * SECONDS


@pytest.mark.parametrize("times", [1, 3])
async def test_a_stall_longer_than_the_whole_time_does_not_expire_it(times: int) -> None:
    """What is ready when the loop runs again is read first, however late that is."""
    loop = asyncio.get_running_loop()
    async with ResponsiveTimeout(SECONDS):
        for _ in range(times):
            answer = loop.create_future()
            loop.call_later(0.5 * SECONDS, answer.set_result, b"PONG")
            time.sleep(1.5 * SECONDS)
            assert await answer == b"PONG"


async def test_it_expires_even_if_the_loop_is_never_responsive() -> None:
    """Otherwise a dead store would never be given up by a busy process."""
    loop, stalls = asyncio.get_running_loop(), itertools.count()

    def stall() -> None:
        time.sleep(1.5 * LATE * SECONDS / TICKS)
        if next(stalls) < 10 * MOST_TICKS:
            loop.call_soon(stall)

    loop.call_soon(stall)
    with pytest.raises(TimeoutError):
        async with ResponsiveTimeout(SECONDS):
            await asyncio.Event().wait()
    assert next(stalls) < 10 * MOST_TICKS
