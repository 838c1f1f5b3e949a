"""A timeout for replies that does not count the time in which the event loop itself was stalled.

A process that is busy reads a reply late although the store sent it in time. So the time is
measured in short ticks. A tick that comes late counts as one tick, however late it is, and never
expires the timeout: whatever lies in the socket buffer by then is read before the next tick.
"""

import asyncio
from types import TracebackType

TICKS = 8  # of which the whole time consists
LATE = 2.0  # a tick that took this many times its length was delayed by the loop
MOST_TICKS = 4 * TICKS  # then it expires, even if every tick was late


class ResponsiveTimeout:
    """Raises TimeoutError like `asyncio.timeout`, after so many seconds of a responsive loop."""

    __slots__ = ("_handle", "_last", "_left", "_loop", "_tick", "_ticks", "_timeout")

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._tick = seconds / TICKS
        self._ticks = 0
        self._timeout = asyncio.timeout(None)

    async def __aenter__(self) -> "ResponsiveTimeout":
        self._loop = asyncio.get_running_loop()
        await self._timeout.__aenter__()
        self._last = self._loop.time()
        self._handle = self._loop.call_later(self._tick, self._on_tick)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._handle.cancel()
        await self._timeout.__aexit__(kind, error, trace)

    def _on_tick(self) -> None:
        now = self._loop.time()
        elapsed, self._last = now - self._last, now
        self._ticks += 1
        late = elapsed > LATE * self._tick
        self._left -= self._tick if late else elapsed
        if (self._left <= 0 and not late) or self._ticks >= MOST_TICKS:
            self._timeout.reschedule(now)
            return
        pause = self._tick if late else min(self._tick, max(self._left, 0.0))
        self._handle = self._loop.call_later(pause, self._on_tick)
