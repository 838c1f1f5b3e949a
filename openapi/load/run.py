"""The load generator: starts tables by the clock, whatever the server does, and cleans up."""

import asyncio
import random
import signal
import ssl
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpcore
import httpx

from openapi.load.client import REQUEST_SECONDS, Client, RequestFailed
from openapi.load.counters import Counters
from openapi.load.mix import TableKind, rotation
from openapi.load.player_pool import PlayerPool
from openapi.load.report import Profile
from openapi.load.table_run import RunContext, TableRun
from openapi.play.document import Document

CLEAN_UP_SECONDS = 15.0
ERASE_CONCURRENCY = 16
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
        self._context = RunContext(
            document, self.pool, self.counters, self._think_seconds, profile.sealed, profile.lobby
        )
        self._runs: dict[TableRun, httpx.AsyncClient] = {}
        self._stopped, self._aborted = asyncio.Event(), asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def tables(self) -> int:
        return len(self._runs)

    async def play(self) -> float:
        """Start tables until the time is up or Ctrl-C; return the seconds that took."""
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError, ValueError):  # no signals on this loop
            loop.add_signal_handler(signal.SIGINT, self.stop)
        began = loop.time()
        starting = asyncio.create_task(self._start_tables(began))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), self._profile.seconds)
        seconds = loop.time() - began
        await self._cancel(starting, *self._tasks)
        return seconds

    def stop(self) -> None:
        """End the run; the second call also ends the cleaning up."""
        (self._aborted if self._stopped.is_set() else self._stopped).set()

    async def clean_up(self) -> None:
        """Leave the tables that were cut short and erase all players, within a time limit."""
        self._stopped.set()
        cleaning = asyncio.create_task(self._leave_and_erase())
        aborted = asyncio.create_task(self._wait_for_abort())
        both = (cleaning, aborted)
        await asyncio.wait(both, timeout=CLEAN_UP_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        await self._cancel(*both)

    async def _leave_and_erase(self) -> None:
        await asyncio.gather(*map(self._leave, tuple(self._runs)))
        await asyncio.gather(*(self._erase_players() for _ in range(ERASE_CONCURRENCY)))

    async def _wait_for_abort(self) -> None:
        await self._aborted.wait()

    async def _cancel(self, *tasks: asyncio.Task[None]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _start_tables(self, began: float) -> None:
        """Start tables by the plan alone (the open model): a slow server gets no fewer."""
        now = asyncio.get_running_loop().time
        for pause, kind in zip(self._pauses(), rotation(self._mix), strict=False):
            due = began = began + pause
            await asyncio.sleep(max(0.0, due - now()))
            self.counters.late["arrival"].record(1000 * (now() - due))
            self.counters.tables[kind.name]["due"] += 1
            if self.tables >= self._profile.most:
                self.counters.tables[kind.name]["skipped"] += 1
                continue
            task = asyncio.create_task(self._run_table(kind, due, self._rng.random()))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _pauses(self) -> Iterator[float]:
        """Yield the seconds before each table; the first table is due at once."""
        rate, even = self._profile.rate, self._profile.arrival == "even"
        yield 0.0
        while True:
            yield 1 / rate if even else self._rng.expovariate(rate)

    def _think_seconds(self, rng: random.Random) -> float:
        return rng.expovariate(1 / self._profile.think) if self._profile.think else 0.0

    async def _run_table(self, kind: TableKind, due: float, seed: float) -> None:
        """Play one table.

        Each has a random generator of its own: a seed then repeats its choices in whatever
        order the server answers.
        """
        http, rng = self._http_client(), random.Random(seed)  # noqa: S311 - not for secrets
        run = TableRun(self._context, kind, Client(http, self.counters), rng, due)
        self._runs[run] = http
        try:
            await run.play()
            self.counters.tables[kind.name]["finished"] += 1
        except RequestFailed:
            self.counters.tables[kind.name]["failed"] += 1
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
