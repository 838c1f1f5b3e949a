"""A loop that is behind leaves nine tenths of a busy event loop to others."""

import asyncio
import gc
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

from application.event_loop import share, slices
from application.event_loop.health import HEALTH
from workers.loop import repeat

SLICE, WHOLE = 0.001, 2.0  # seconds


class Clock:
    """The time that work takes; nothing else takes any."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock, before = Clock(), gc.callbacks[:]
    for module in (share, slices):
        monkeypatch.setattr(module, "perf_counter", clock)
    monkeypatch.setattr(HEALTH, "seconds", defaultdict(float))
    monkeypatch.setattr(HEALTH, "long_slices", Counter())
    yield clock
    gc.callbacks[:] = before


def shares(clock: Clock, callers: int) -> dict[str, float]:
    """Let a loop work that always has more to do, beside so many callers."""

    async def work() -> None:
        await asyncio.sleep(0)
        clock.now += SLICE

    async def call() -> None:
        while True:
            await work()

    async def lagging() -> None:
        slices.LOOP.set("projector")
        await repeat(work, ())

    async def main() -> None:
        slices.watch_slices(asyncio.get_running_loop())
        together = (lagging(), *(call() for _ in range(callers)))
        tasks = [asyncio.create_task(each) for each in together]
        while clock.now < WHOLE:
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main())
    return {loop: seconds / clock.now for loop, seconds in HEALTH.seconds.items()}


@pytest.mark.parametrize("callers", [1, 3, 8])
def test_behind_on_a_busy_event_loop_it_gets_a_tenth(clock: Clock, callers: int) -> None:
    assert shares(clock, callers)["projector"] == pytest.approx(0.1, abs=0.005)


def test_without_other_work_it_gets_all_of_it(clock: Clock) -> None:
    assert shares(clock, 0)["projector"] > 0.99
