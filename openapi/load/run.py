"""The load generator: starts tables by the clock, whatever the server does, and cleans up."""

import asyncio
import math
import random
import signal
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpcore
import httpx

from openapi.load.client import REQUEST_SECONDS, Client, RequestFailed
from openapi.load.counters import Counters
from openapi.load.crowd.actor import DRAIN_SECONDS, RunOver, end
from openapi.load.mix import TableKind, rotation
from openapi.load.plan.shape import Shape
from openapi.load.player_pool import PlayerPool
from openapi.load.report import Profile
from openapi.load.table_run import RunContext, TableRun
from openapi.play.document import Document

CLEAN_UP_SECONDS = 15.0
ERASE_CONCURRENCY = 16
SEATED_AT_ONCE = 8  # tables that take their seats before a measurement
SEATING_SECONDS, SEATING_PAUSE = 60.0, 0.05
KEPT_SECONDS = 2.0  # an unused connection; the server closes it after five, maybe under a request


def http_client(base: str, tls: ssl.SSLContext, seconds: float) -> httpx.AsyncClient:
    """Return a client that uses no proxy of the environment and follows no redirect."""
    limits = httpx.Limits(max_connections=100, keepalive_expiry=KEPT_SECONDS)
    transport = httpx.AsyncHTTPTransport(verify=tls, trust_env=False, limits=limits)
    transport._pool._network_backend = ClosingBackend()
    return httpx.AsyncClient(base_url=base, transport=transport, timeout=seconds, trust_env=False)


class ClosingBackend(httpcore.AnyIOBackend):
    """Closes a connection whose TLS handshake is cancelled, which httpcore does not."""

    async def connect_tcp(self, *address: Any, **options: Any) -> httpcore.AsyncNetworkStream:
        stream = await super().connect_tcp(*address, **options)
        start_tls = stream.start_tls

        async def start_or_close(**options: Any) -> httpcore.AsyncNetworkStream:
            try:
                return await start_tls(**options)
            except BaseException:
                await stream.aclose()
                raise

        setattr(stream, "start_tls", start_or_close)  # noqa: B010 - a method cannot be assigned
        return stream


def tables_for(profile: Profile) -> int:
    """Return how many tables have the planned turns per second, if players think as planned."""
    return max(1, math.ceil(profile.turns * profile.think))


class LoadGenerator:
    def __init__(
        self,
        base: str,
        tls: ssl.SSLContext,
        document: Document,
        mix: list[TableKind],
        profile: Profile,
        rng: random.Random,
    ) -> None:
        self._base, self._tls = base, tls
        self._mix, self._profile, self._rng = mix, profile, rng
        self.counters = Counters()
        self.pool = PlayerPool(document)
        self._shape = Shape(profile.shape, profile.seconds)
        self._context = RunContext(
            document,
            self.pool,
            self.counters,
            self._next_turn,
            profile.sealed,
            profile.lobby,
            profile.crowd,
        )
        self._runs: dict[TableRun, httpx.AsyncClient] = {}
        self._stopped, self._aborted = asyncio.Event(), asyncio.Event()
        self._playing: set[asyncio.Task[None]] = set()
        self._began = 0.0

    @property
    def tables(self) -> int:
        return len(self._runs)

    async def prepare(self, say: Callable[[str], None]) -> None:
        """Seat the tables of a plan with turns per second, which is no part of the measurement."""
        with suppress(NotImplementedError, RuntimeError, ValueError):  # no signals on this loop
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.stop)
        self._began = asyncio.get_running_loop().time()
        if not self._profile.turns:
            return
        kinds, wanted = rotation(self._mix), tables_for(self._profile)
        until = self._began + SEATING_SECONDS
        while self.seated < wanted and not self._stopped.is_set() and self._loop_time() < until:
            while self.tables < wanted and self.tables - self.seated < SEATED_AT_ONCE:
                self._start_table(next(kinds), self._loop_time())
            say(f"seating tables: {self.seated} of {wanted}")
            await asyncio.sleep(SEATING_PAUSE)
        self._kinds = kinds
        self.counters.restart()
        for run in self._runs:
            self.counters.tables[run.kind.name]["due"] += 1

    async def play(self) -> float:
        """Play until the time is up or Ctrl-C; return the seconds that took."""
        self._began = began = self._loop_time()
        starting = asyncio.create_task(
            self._replace_tables() if self._profile.turns else self._start_tables(began)
        )
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), self._profile.seconds)
        seconds = self._loop_time() - began
        await self._cancel(starting)
        return seconds

    async def drain(self) -> None:
        """Send no further request, and wait a while for the answers to those under way."""
        await end(tuple(self._runs), DRAIN_SECONDS + 1)  # a table waits for its visitors first

    @property
    def seated(self) -> int:
        """Return how many tables have begun."""
        return sum(run.seated for run in self._runs)

    def _loop_time(self) -> float:
        return asyncio.get_running_loop().time()

    def stop(self) -> None:
        """End the run; the second call also ends the cleaning up."""
        (self._aborted if self._stopped.is_set() else self._stopped).set()

    async def clean_up(self) -> None:
        """Leave the tables that were cut short and erase all players, within a time limit."""
        self._stopped.set()
        await self.drain()
        cleaning = asyncio.create_task(self._leave_and_erase())
        aborted = asyncio.create_task(self._aborted.wait())
        both = (cleaning, aborted)
        await asyncio.wait(both, timeout=CLEAN_UP_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        await self._cancel(*both)

    async def _leave_and_erase(self) -> None:
        await asyncio.gather(*map(self._leave, tuple(self._runs)))
        await asyncio.gather(*(self._erase_players() for _ in range(ERASE_CONCURRENCY)))

    async def _cancel(self, *tasks: asyncio.Task[Any]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _start_tables(self, began: float) -> None:
        """Start tables by the plan alone (the open model): a slow server gets no fewer."""
        for due, kind in zip(self._arrivals(), rotation(self._mix), strict=False):
            await asyncio.sleep(max(0.0, began + due - self._loop_time()))
            self.counters.late["arrival"].record(1000 * (self._loop_time() - began - due))
            if self.tables >= self._profile.most:
                self.counters.tables[kind.name]["due"] += 1
                self.counters.tables[kind.name]["skipped"] += 1
                continue
            self._start_table(kind, began + due)

    async def _replace_tables(self) -> None:
        """Start another table for each that has ended."""
        while True:
            while self.tables < tables_for(self._profile):
                self._start_table(next(self._kinds), self._loop_time())
            await asyncio.wait(self._playing, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(SEATING_PAUSE)  # a server that rejects everything is not flooded

    def _start_table(self, kind: TableKind, due: float) -> None:
        """Play one table in a task.

        Each has a random generator of its own: a seed then repeats its choices in whatever
        order the server answers.
        """
        self.counters.tables[kind.name]["due"] += 1
        http = self._http_client()
        rng = random.Random(self._rng.random())  # noqa: S311 - not for secrets
        run = TableRun(self._context, kind, Client(http, self.counters), rng, due)
        self._runs[run] = http
        task = run.begin(self._run_table(run))
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    def _arrivals(self) -> Iterator[float]:
        """Yield when each table is due, in seconds after the start; the first is due at once."""
        rate, even, due = self._profile.rate, self._profile.arrival == "even", 0.0
        while True:
            yield due
            due = self._shape.due(due, 1.0 if even else self._rng.expovariate(1.0), rate)

    def _next_turn(self, rng: random.Random, last: float) -> float:
        """Return when the next turn of a table is due."""
        profile = self._profile
        if not profile.think:
            return self._loop_time()
        work = rng.expovariate(1.0)
        if not profile.turns:
            return last + work * profile.think
        each = profile.turns / tables_for(profile)  # turns per second of one table
        after = max(0.0, last - self._began)  # what was late before the measurement is forgiven
        return self._began + self._shape.due(after, work, each)

    async def _run_table(self, run: TableRun) -> None:
        name = run.kind.name
        try:
            await run.play()
            self.counters.tables[name]["finished"] += 1
        except RunOver:
            return  # it is left when the report is complete
        except RequestFailed:
            self.counters.tables[name]["failed"] += 1
        await self._leave(run)

    def _http_client(self) -> httpx.AsyncClient:
        """Return a client for one table: a request costs httpx more with every connection."""
        return http_client(self._base, self._tls, REQUEST_SECONDS)

    async def _leave(self, run: TableRun) -> None:
        await run.leave()
        await self._runs.pop(run).aclose()

    async def _erase_players(self) -> None:
        async with self._http_client() as http:
            while self.pool.registered:
                with suppress(RequestFailed):
                    player = self.pool.registered.pop()
                    await self.pool.erase(player, Client(http, self.counters).ask)
