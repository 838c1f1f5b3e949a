"""Comments that keep the connections of streams open, written by one timer for all of them."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

TICK_SECONDS = 0.1  # between two groups of streams: few comments at once, so that nothing waits
Beat: TypeAlias = Callable[[], None]  # writes the comment of one stream


class KeepAlive:
    """Calls every open stream once per interval, a group of them at each tick."""

    def __init__(self, seconds: float) -> None:
        ticks = max(1, round(seconds / TICK_SECONDS))
        self._pause = seconds / ticks
        self._groups: list[set[Beat]] = [set() for _ in range(ticks)]
        self._open = 0  # streams
        self._next_group = 0  # that is written to
        self._next_joined = 0  # by a new stream: all groups have about the same size
        self._due_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, beat: Beat) -> int:
        """Call it once per interval from now on; return its group."""
        group = self._next_joined
        self._next_joined = (group + 1) % len(self._groups)
        self._groups[group].add(beat)
        self._open += 1
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._due_at = loop.time() + self._pause
            self._timer = loop.call_at(self._due_at, self._tick)
        return group

    def remove(self, beat: Beat, group: int) -> None:
        """Stop calling it."""
        self._groups[group].remove(beat)
        self._open -= 1
        if self._timer is not None and not self._open:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        self._due_at = max(self._due_at, loop.time() - self._pause) + self._pause
        self._timer = loop.call_at(self._due_at, self._tick)
        group, self._next_group = self._next_group, (self._next_group + 1) % len(self._groups)
        for beat in self._groups[group]:
            beat()
