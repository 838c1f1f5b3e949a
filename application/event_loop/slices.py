"""Times the slices of work on the event loop; while a long one holds it, nobody is answered."""

import asyncio
import gc
from collections.abc import Coroutine, Generator
from contextvars import ContextVar
from time import perf_counter
from typing import Any, TypeVar

from application.event_loop.health import HEALTH

LONG_SECONDS = 0.005
LOOP: ContextVar[str] = ContextVar("loop", default="api")  # whose tasks these are

T = TypeVar("T")


class _Timed(Coroutine[Any, Any, T]):
    """A coroutine each of whose steps is timed."""

    __slots__ = ("_coroutine",)

    def __init__(self, coroutine: Coroutine[Any, Any, T]) -> None:
        self._coroutine = coroutine

    def send(self, value: Any) -> Any:
        began = perf_counter()
        try:
            return self._coroutine.send(value)
        finally:
            seconds, loop = perf_counter() - began, LOOP.get()
            HEALTH.seconds[loop] += seconds
            if seconds > LONG_SECONDS:
                HEALTH.long_slices[loop] += 1

    def throw(self, *failure: Any) -> Any:
        return self._coroutine.throw(*failure)

    def close(self) -> None:
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self._coroutine.__await__()


def watch_slices(loop: asyncio.AbstractEventLoop) -> None:
    """Time every step of the tasks that are made from now on, and the collection of garbage."""

    def factory(
        loop: asyncio.AbstractEventLoop,
        coroutine: Coroutine[Any, Any, T] | Generator[Any, None, T],
        **options: Any,
    ) -> asyncio.Task[T]:
        assert isinstance(coroutine, Coroutine)
        return asyncio.Task(_Timed(coroutine), loop=loop, **options)

    loop.set_task_factory(factory)
    gc.callbacks.append(_GarbageWatch().note)


class _GarbageWatch:
    def __init__(self) -> None:
        self._began = 0.0

    def note(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._began = perf_counter()
        elif perf_counter() - self._began > LONG_SECONDS:
            HEALTH.long_slices["gc"] += 1
