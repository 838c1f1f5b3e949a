"""A loop that fails starts again, and the metrics show it; others do not notice."""

import asyncio
from collections import Counter

import pytest

from api import metrics
from application.event_loop.health import HEALTH
from workers.loop import keep_running, repeat

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def health(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HEALTH, "failures", Counter())
    monkeypatch.setattr(HEALTH, "running", {})
    monkeypatch.setattr("workers.loop.FIRST_PAUSE", 0.001)


async def test_a_loop_that_fails_is_restarted_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    starts: list[int] = []
    runs = asyncio.Event()

    async def fail_twice() -> None:
        starts.append(len(starts))
        if len(starts) < 3:
            raise ValueError("wrong")
        runs.set()
        await asyncio.sleep(60)

    task = asyncio.create_task(keep_running("timers", fail_twice))
    await runs.wait()
    shown = metrics.exposed().decode()
    assert 'ludotheque_loop_running{loop="timers"} 1.0' in shown
    assert 'ludotheque_loop_failures_total{loop="timers"} 2.0' in shown
    assert caplog.text.count("the loop timers has failed") == 2
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_loop_that_waits_for_its_restart_is_not_running() -> None:
    async def fail() -> None:
        raise ValueError("wrong")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("workers.loop.FIRST_PAUSE", 60.0)
        patch.setattr("workers.loop.LONGEST_PAUSE", 60.0)
        task = asyncio.create_task(keep_running("log", fail))
        while not HEALTH.failures["log"]:
            await asyncio.sleep(0)
        assert HEALTH.running == {"log": False}
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_store_that_does_not_respond_is_no_failure_of_the_loop() -> None:
    steps: list[int] = []

    async def step() -> None:
        steps.append(len(steps))
        if len(steps) == 1:
            raise ConnectionError("away")
        if len(steps) == 3:
            raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await repeat(step, (ConnectionError,))
    assert steps == [0, 1, 2]
