"""The run itself: tables come by the clock, come what may; after its time all go home."""

import asyncio
import random
import signal
import ssl
from collections.abc import Iterator
from contextlib import suppress

import httpx

from openapi.load.client import REQUEST_SECONDS, Line, Refused
from openapi.load.counters import Tally
from openapi.load.document import Document
from openapi.load.mix import Offer, rotation
from openapi.load.player_pool import Lobby
from openapi.load.report import Profile
from openapi.load.table_run import House, Visit

CLEAN_UP_SECONDS = 15.0
ERASERS = 16  # players are erased by so many at once


def client(base: str, tls: ssl.SSLContext, seconds: float) -> httpx.AsyncClient:
    """Straight to the target: no proxy of the environment, and no redirect is followed."""
    return httpx.AsyncClient(base_url=base, verify=tls, timeout=seconds, trust_env=False)


class Crowd:
    def __init__(
        self,
        base: str,
        tls: ssl.SSLContext,
        document: Document,
        mix: list[Offer],
        profile: Profile,
        luck: random.Random,
    ) -> None:
        self._base, self._tls = base, tls
        self._mix, self._profile, self._luck = mix, profile, luck
        self.tally = Tally()
        self._house = House(document, Lobby(document), self.tally, self._thought)
        self._visits: dict[Visit, httpx.AsyncClient] = {}
        self._stopped, self._hurried = asyncio.Event(), asyncio.Event()
        self._playing: set[asyncio.Task[None]] = set()

    @property
    def tables(self) -> int:
        return len(self._visits)

    async def play(self) -> float:
        """Lets tables begin until time is up or Ctrl-C; how long that was."""
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError, ValueError):  # only where signals are had
            loop.add_signal_handler(signal.SIGINT, self.stop)
        began = loop.time()
        arriving = asyncio.create_task(self._arrive(began))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), self._profile.seconds)
        seconds = loop.time() - began
        await self._cut_short(arriving, *self._playing)
        return seconds

    def stop(self) -> None:
        """Once: the run ends. Twice: nobody even cleans up."""
        (self._hurried if self._stopped.is_set() else self._stopped).set()

    async def go_home(self) -> None:
        """Who was cut short leaves the table, then all are erased, as far as there is time."""
        self._stopped.set()
        leaving = asyncio.create_task(self._clean_up())
        hurried = asyncio.create_task(self._hurry())
        both = (leaving, hurried)
        await asyncio.wait(both, timeout=CLEAN_UP_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        await self._cut_short(*both)

    async def _clean_up(self) -> None:
        await asyncio.gather(*map(self._leave, tuple(self._visits)))
        await asyncio.gather(*(self._erase() for _ in range(ERASERS)))

    async def _hurry(self) -> None:
        await self._hurried.wait()

    async def _cut_short(self, *tasks: asyncio.Task[None]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _arrive(self, began: float) -> None:
        """The open model: who comes does not ask how busy we are."""
        now = asyncio.get_running_loop().time
        for pause, offer in zip(self._pauses(), rotation(self._mix), strict=False):
            due = began = began + pause
            await asyncio.sleep(max(0.0, due - now()))
            self.tally.late["arrival"].record(1000 * (now() - due))
            self.tally.tables[offer.name]["due"] += 1
            if self.tables >= self._profile.most:
                self.tally.tables[offer.name]["skipped"] += 1
                continue
            task = asyncio.create_task(self._visit(offer, due, self._luck.random()))
            self._playing.add(task)
            task.add_done_callback(self._playing.discard)

    def _pauses(self) -> Iterator[float]:
        """The first table comes at once."""
        rate, even = self._profile.rate, self._profile.arrival == "even"
        yield 0.0
        while True:
            yield 1 / rate if even else self._luck.expovariate(rate)

    def _thought(self, luck: random.Random) -> float:
        return luck.expovariate(1 / self._profile.think) if self._profile.think else 0.0

    async def _visit(self, offer: Offer, due: float, seed: float) -> None:
        """Each has luck of its own: the same again, in whatever order the server answers."""
        http, luck = self._client(), random.Random(seed)  # noqa: S311 - which card, not which key
        visit = Visit(self._house, offer, Line(http, self.tally), luck, due)
        self._visits[visit] = http
        try:
            await visit.play()
            self.tally.tables[offer.name]["finished"] += 1
        except Refused:
            self.tally.tables[offer.name]["failed"] += 1
        await self._leave(visit)

    def _client(self) -> httpx.AsyncClient:
        """One for each table: what a request costs httpx grows with the connections of a client."""
        return client(self._base, self._tls, REQUEST_SECONDS)

    async def _leave(self, visit: Visit) -> None:
        await visit.leave()
        await self._visits.pop(visit).aclose()

    async def _erase(self) -> None:
        everyone = self._house.lobby.everyone
        async with self._client() as http:
            while everyone:
                with suppress(Refused):
                    await self._house.lobby.erase(everyone.pop(), Line(http, self.tally).ask)
