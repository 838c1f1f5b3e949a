"""The bound of a measurement: it ends a loop of events, and what is open is closed."""

import asyncio
import signal

import pytest
import uvloop

from tests.bench.limit import OutOfTime, time_limit


def test_a_loop_that_waits_is_stopped_and_cleans_up() -> None:
    closed = []

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            closed.append(True)

    with pytest.raises(OutOfTime), time_limit(0.05):
        uvloop.run(wait())
    assert closed == [True]


def test_work_that_ends_in_time_is_not_disturbed() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0  # no alarm is to come
    assert signal.getsignal(signal.SIGALRM) is before
