"""The run itself: tables come one after the other, or by the clock; after its time all go home."""

import asyncio
import random
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from openapi.load.tally import Tally
from openapi.load.visit import Visit

CLEAN_UP_SECONDS = 15.0
REQUEST_SECONDS = 10.0


@dataclass(frozen=True)
class Profile:
    """How many tables of what, for how long; `rate` = new tables per second (open model)."""

    game: str
    seats: int
    tables: int
    seconds: float
    rate: float | None


async def run(base: str, profile: Profile, say: Callable[[str], None]) -> dict[str, Any]:
    crowd = Crowd(base, profile)
    reporter = asyncio.create_task(crowd.report_each_second(say))
    try:
        return await crowd.run()
    finally:
        reporter.cancel()


class Crowd:
    def __init__(self, base: str, profile: Profile) -> None:
        self._base = base
        self._profile = profile
        self._tls = ssl.create_default_context()  # made once: it takes longer than many requests
        self._tally = Tally()
        self._luck = random.Random()  # noqa: S311 - which card, not which key
        self._visits: dict[Visit, httpx.AsyncClient] = {}

    async def run(self) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        began = loop.time()
        playing = await self._until_time_is_up()
        report = self._tally.report(loop.time() - began)  # leaving is not part of the load
        await self._go_home(playing)
        return report

    async def report_each_second(self, say: Callable[[str], None]) -> None:
        second, before = 0, 0
        while True:
            await asyncio.sleep(1)
            second, now = second + 1, self._tally.requests()
            say(f"{second:4} s  {len(self._visits):4} tables  {now - before:6} requests")
            before = now

    async def _until_time_is_up(self) -> set[asyncio.Task[None]]:
        """Lets tables begin; gives back those still playing."""
        playing: set[asyncio.Task[None]] = set()
        arrivals = self._by_the_clock if self._profile.rate else self._one_after_the_other
        try:
            async with asyncio.timeout(self._profile.seconds):
                await arrivals(playing)
        except TimeoutError:
            pass
        return playing

    async def _one_after_the_other(self, playing: set[asyncio.Task[None]]) -> None:
        while True:
            while len(playing) < self._profile.tables:
                self._begin(playing)
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)

    async def _by_the_clock(self, playing: set[asyncio.Task[None]]) -> None:
        """The open model: who comes does not ask how busy we are, up to the most tables."""
        assert self._profile.rate
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            if len(playing) < self._profile.tables:
                self._begin(playing)
            else:
                self._tally.tables["skipped"] += 1
            due += 1 / self._profile.rate
            await asyncio.sleep(max(0.0, due - loop.time()))

    def _begin(self, playing: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(self._visit())
        playing.add(task)
        task.add_done_callback(playing.discard)

    async def _visit(self) -> None:
        profile, http = self._profile, self._client()
        visit = Visit(http, self._tally, profile.game, profile.seats, self._luck)
        self._visits[visit] = http
        await visit.play()
        await self._leave(visit)

    def _client(self) -> httpx.AsyncClient:
        """One for each table: what a request costs httpx grows with the connections of a client."""
        return httpx.AsyncClient(base_url=self._base, timeout=REQUEST_SECONDS, verify=self._tls)

    async def _leave(self, visit: Visit) -> None:
        await visit.leave()
        await self._visits.pop(visit).aclose()

    async def _go_home(self, playing: set[asyncio.Task[None]]) -> None:
        """Those cut short leave their seats, as far as that can be done in time."""
        tasks = list(playing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        leaving = [asyncio.create_task(self._leave(visit)) for visit in self._visits]
        if leaving:
            _, late = await asyncio.wait(leaving, timeout=CLEAN_UP_SECONDS)
            for task in late:
                task.cancel()
