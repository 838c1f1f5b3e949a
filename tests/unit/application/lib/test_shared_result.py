"""Many callers share one result for a while."""

import asyncio
import itertools

import pytest

from application.lib.shared_result import SharedResult

pytestmark = pytest.mark.anyio


async def test_a_result_is_made_once_for_all_callers_and_again_when_it_is_old() -> None:
    numbers, clock = itertools.count(), [0.0]

    async def make() -> int:
        await asyncio.sleep(0)
        return next(numbers)

    shared = SharedResult(make, 1.0, lambda: clock[0])
    assert await asyncio.gather(*[shared.get() for _ in range(50)]) == [0] * 50
    clock[0] = 0.9
    assert await shared.get() == 0
    clock[0] = 1.0
    assert await shared.get() == 1


async def test_a_failure_is_not_shared() -> None:
    outcomes = iter([OSError("gone"), 7])

    async def make() -> object:
        outcome = next(outcomes)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    shared = SharedResult(make, 1.0)
    with pytest.raises(OSError, match="gone"):
        await shared.get()
    assert await shared.get() == 7
