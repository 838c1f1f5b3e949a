"""Watchers of a table: open streams, and how long after the receipt they bring an event."""

import asyncio
from collections import Counter

import httpx

from openapi.load.counters import Counters
from openapi.play.retrying import problem_code
from openapi.play.table import Table

STREAM = {"Accept": "text/event-stream"}
FINISHED = '"reason":"finished"'  # the stream ends because the table has
SILENCE_SECONDS = 35.0  # a stream sends something every 15
AGAIN_SECONDS = 1.0
KEPT = 256  # receipts that a watcher may still wait for


class Delays:
    """The receipts of one table and what its watchers have heard of them."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._receipts: dict[int, float] = {}  # version -> when its receipt came
        self._early: Counter[int] = Counter()  # versions that were heard before their receipt

    def acknowledged(self, version: int) -> None:
        """A command has its receipt: the version is that of its last event."""
        self._receipts[version] = asyncio.get_running_loop().time()
        if len(self._receipts) > KEPT:
            self._receipts.pop(next(iter(self._receipts)))
        for _ in range(self._early.pop(version, 0)):
            self._counters.delayed(0.0)
        for old in [each for each in self._early if each < version]:
            del self._early[old]

    def heard(self, version: int) -> None:
        received = self._receipts.get(version)
        if received is None:
            self._early[version] += 1
        else:
            self._counters.delayed(asyncio.get_running_loop().time() - received)

    def missing(self, since: int, last: int) -> None:
        """Record how long a watcher has waited in vain: the slowest would be missing otherwise."""
        now = asyncio.get_running_loop().time()
        for version, received in self._receipts.items():
            if version > last and version > since:
                self._counters.delayed(now - received)


class Watcher:
    """One stream, opened again when it ends before the table does."""

    def __init__(
        self, http: httpx.AsyncClient, table: Table, delays: Delays, counters: Counters
    ) -> None:
        self._http, self._table = http, table
        self._delays, self._counters = delays, counters
        self._since = self._last = table.version

    async def watch(self) -> None:
        try:
            while not await self._stream():
                await asyncio.sleep(AGAIN_SECONDS)
        finally:
            self._delays.missing(self._since, self._last)

    async def _stream(self) -> bool:
        """Read one stream to its end; return whether the table is over."""
        request, over = self._table.step(0, "streamEvents", after=self._last).request, False
        try:
            async with self._http.stream(
                request.method, request.path, headers=STREAM, timeout=SILENCE_SECONDS
            ) as stream:
                if stream.status_code != httpx.codes.OK:
                    await stream.aread()
                    self._counters.errors[f"stream_{problem_code(stream)}"] += 1
                    return False
                async for line in stream.aiter_lines():
                    self._hear(*line.partition(": ")[::2])
                    over = over or FINISHED in line
        except httpx.HTTPError as error:
            self._counters.errors[f"stream_{type(error).__name__}"] += 1
        return over

    def _hear(self, field: str, value: str) -> None:
        if field == "id" and value.isdecimal():
            self._last = int(value)
            self._delays.heard(self._last)
