"""Slices of work that hold the event loop for long are counted for the loop that they belong to."""

import asyncio
import gc
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from application.event_loop.health import HEALTH
from application.event_loop.slices import LONG_SECONDS, LOOP, watch_slices


@pytest.fixture
def long_slices(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    monkeypatch.setattr(HEALTH, "long_slices", Counter())
    before = gc.callbacks[:]
    yield HEALTH.long_slices
    gc.callbacks[:] = before


async def hold(seconds: float) -> str:
    await asyncio.sleep(0)
    time.sleep(seconds)
    return "held"


async def held_by(loop: str, seconds: float) -> str:
    LOOP.set(loop)  # inside a task that was made before
    return await hold(seconds)


def test_a_long_slice_is_counted_for_its_loop_and_a_short_one_is_not(
    long_slices: Counter[str],
) -> None:
    async def main() -> list[str]:
        watch_slices(asyncio.get_running_loop())
        jobs = [held_by("timers", 2 * LONG_SECONDS), held_by("log", 0.0), hold(2 * LONG_SECONDS)]
        return await asyncio.gather(*jobs)

    assert asyncio.run(main()) == ["held"] * 3
    assert long_slices["timers"] == 1
    assert long_slices["api"] >= 1


def test_a_cancelled_task_is_cancelled_inside(long_slices: Counter[str]) -> None:
    ended: list[str] = []

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("cleaned up")

    async def main() -> None:
        watch_slices(asyncio.get_running_loop())
        task = asyncio.create_task(wait())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert ended == ["cleaned up"]


def test_a_long_collection_of_garbage_is_counted(
    long_slices: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        watch_slices(asyncio.get_running_loop())

    asyncio.run(main())
    note = gc.callbacks[-1]
    note("start", {})
    time.sleep(2 * LONG_SECONDS)
    note("stop", {})
    assert long_slices["gc"] == 1
    note("start", {})
    note("stop", {})
    assert long_slices["gc"] == 1
