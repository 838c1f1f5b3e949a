"""The end of a run, whatever its clients do with a cancellation."""

import asyncio
from typing import Any, cast

import pytest

from openapi.load import session
from openapi.load.report import Second
from openapi.load.run import LoadGenerator
from openapi.load.watch import Watch
from tests.support.load.reports import ROWS


class Generator:
    """Plays until somebody has begun to watch."""

    def __init__(self) -> None:
        self.watched = asyncio.Event()

    async def play(self) -> float:
        await self.watched.wait()
        return 1.0


class StubbornWatch:
    """Takes the first cancellation for a timeout of its own, as clients of a store may do."""

    last_at = 1.0

    def __init__(self, generator: Generator, failure: Exception | None = None) -> None:
        self._generator, self._failure = generator, failure

    async def sample(self, *_: Any) -> Second:
        self._generator.watched.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            if self._failure is not None:
                raise self._failure from None
        return ROWS[0]


async def watched(failure: Exception | None = None) -> float:
    generator = Generator()
    watch = cast(Watch, StubbornWatch(generator, failure))
    return await session._play_and_watch(cast(LoadGenerator, generator), watch, print)


def test_a_cancellation_that_is_swallowed_is_sent_again() -> None:
    assert asyncio.run(watched()) == 1.0


def test_a_failure_of_the_measurement_is_not_hidden() -> None:
    with pytest.raises(RuntimeError, match="broken"):
        asyncio.run(watched(RuntimeError("broken")))
