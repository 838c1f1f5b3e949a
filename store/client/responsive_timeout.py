"""A timeout for replies that does not count the time in which the event loop itself was stalled.

A process that is busy reads a reply late although the store sent it in time. So the time is
measured in short ticks. A tick that comes late counts as one tick, however late it is, and never
expires the timeout: whatever lies in the socket buffer by then is read before the next tick.
"""

import asyncio
from collections.abc import Callable
from types import TracebackType

TICKS = 8  # of which the whole time consists
LATE = 2.0  # a tick that took this many times its length was delayed by the loop
MOST_TICKS = 4 * TICKS  # then it expires, even if every tick was late


def _always() -> bool:
    return True


class ResponsiveTimer:
    """Calls `expired` after so many seconds of a responsive loop in which nothing came.

    Each tick asks `is_silent` whether anything came since the one before; None ends the timer.
    """

    __slots__ = (
        "_expired",
        "_handle",
        "_is_silent",
        "_last",
        "_left",
        "_loop",
        "_seconds",
        "_ticks",
    )

    def __init__(
        self, seconds: float, is_silent: Callable[[], bool | None], expired: Callable[[], None]
    ) -> None:
        self._seconds, self._is_silent, self._expired = seconds, is_silent, expired
        self._left, self._ticks = seconds, 0
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()
        self._handle = self._loop.call_later(seconds / TICKS, self._on_tick)

    def cancel(self) -> None:
        self._handle.cancel()

    def _on_tick(self) -> None:
        silent, now, tick = self._is_silent(), self._loop.time(), self._seconds / TICKS
        if silent is None:
            return
        elapsed, self._last = now - self._last, now
        late = elapsed > LATE * tick
        if silent:
            self._ticks += 1
            self._left -= tick if late else elapsed
        else:
            self._ticks, self._left = 0, self._seconds
        if (self._left <= 0 and not late) or self._ticks >= MOST_TICKS:
            self._expired()
            return
        pause = tick if late else min(tick, max(self._left, 0.0))
        self._handle = self._loop.call_later(pause, self._on_tick)


class ResponsiveTimeout:
    """Raises TimeoutError like `asyncio.timeout`, after so many seconds of a responsive loop."""

    __slots__ = ("_seconds", "_timeout", "_timer")

    def __init__(self, seconds: float) -> None:
        self._seconds, self._timeout = seconds, asyncio.timeout(None)

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._timer = ResponsiveTimer(self._seconds, _always, self._expired)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        await self._timeout.__aexit__(kind, error, trace)

    def _expired(self) -> None:
        self._timeout.reschedule(asyncio.get_running_loop().time())
