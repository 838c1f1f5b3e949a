"""Commands stay quick while anonymous callers read old versions of a long table."""

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

import httpx

from tests.prove.proof import Proof, Show
from tests.support.players.callers import calling
from tests.support.servers.processes import serving
from tests.support.stores.servers import running
from tests.support.tables.http_table import start_table
from tests.support.tables.stored_tables import long_table

FULL, SAMPLE = 300, 10  # commands
LONG, SHORT = 5_000, 500  # events of the table that is read; a sample is short
PER_SECOND = 107
CALLERS = 150
LIMITS = {
    "LUDOTHEQUE_LIMITS": "on",
    "LUDOTHEQUE_RATE_PER_ADDRESS": "off",
    "LUDOTHEQUE_RATE_OF_REGISTRATION": "off",
    "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.1",  # so that every request has its own address
}
MOST_TIMES, MOST_SECONDS = 25, 0.1  # on a busy machine; the figures tell what is usual


class Flood:
    """Callers who read an old version of a long table again and again, without a token."""

    def __init__(self, base: str, path: str, version: int, callers: int) -> None:
        self._base = base
        self._path = f"{path}?at={version}"
        self._callers = callers
        self.answers: Counter[str] = Counter()  # by the code of the problem, or by status
        self.retry_after: set[str | None] = set()  # of the requests that were refused

    @asynccontextmanager
    async def running(self, per_second: float) -> AsyncIterator[None]:
        """Send so many requests per second, each from another address, while the block runs."""
        async with httpx.AsyncClient(
            base_url=self._base,
            limits=httpx.Limits(max_connections=self._callers),
        ) as http:
            sending = asyncio.create_task(self._send(http, 1 / per_second))
            try:
                yield
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def _send(self, http: httpx.AsyncClient, pause: float) -> None:
        asked: set[asyncio.Task[None]] = set()
        number = 0
        while True:
            if len(asked) < self._callers:
                number += 1
                asked.add(asyncio.create_task(self._ask(http, number)))
            await asyncio.sleep(pause)
            asked = {each for each in asked if not each.done()}

    async def _ask(self, http: httpx.AsyncClient, number: int) -> None:
        address = f"198.51.{number // 250 % 250}.{number % 250}"
        try:
            answer = await http.get(self._path, headers={"X-Forwarded-For": address})
        except httpx.TransportError:
            return  # the flood was stopped
        code = answer.json()["type"].rpartition("/")[2] if answer.is_error else "200"
        self.answers[code] += 1
        if answer.is_error:
            self.retry_after.add(answer.headers.get("retry-after"))


def command_seconds(http: httpx.Client, count: int) -> list[float]:
    """Play so many commands, at new tables, and return how long each took to be answered."""
    took: list[float] = []
    while True:
        table = start_table(http)
        while table.seen()["status"] == "running":
            if len(took) == count:
                return took
            asked = table.at_turn()
            command = table.listed(asked)
            began = time.perf_counter()
            answer = table.send(asked, command)
            took.append(time.perf_counter() - began)
            assert answer.status_code == 200, answer.text


def attempt(count: int, show: Show) -> str:
    """Play `count` commands without the flood and as many during it; compare their medians."""
    with (
        tempfile.TemporaryDirectory() as directory,
        running("valkey", Path(directory) / "store") as store,
        serving(store.url, Path(directory), **LIMITS) as api,
        calling(api.base) as http,
    ):
        length = LONG if count >= FULL else SHORT
        table = asyncio.run(long_table(store.url, length))
        show(f"a table of {length} events, {count} commands without a flood")
        quiet = command_seconds(http, count)
        flood = Flood(api.base, f"/v1/tables/{table}", length, CALLERS)
        show(f"{count} commands with {PER_SECOND} replays per second")
        loud = asyncio.run(_during(flood, http, count))
        assert "Traceback" not in api.output, api.output
    assert flood.answers.keys() <= {"200", "server_busy", "too_much_work"}, flood.answers
    assert flood.answers["200"], "no replay was served"
    assert None not in flood.retry_after
    assert median(loud) < MOST_TIMES * median(quiet) + MOST_SECONDS, (median(quiet), median(loud))
    return (
        f"{count} commands: {_figures(quiet)} without and {_figures(loud)} with a flood of"
        f" {PER_SECOND} replays of {length} events per second, of which {flood.answers['200']} were"
        f" served and {flood.answers['server_busy']} refused with 503"
    )


async def _during(flood: Flood, http: httpx.Client, count: int) -> list[float]:
    """Play once the first replay was answered."""
    async with flood.running(PER_SECOND):
        while not flood.answers.total():
            await asyncio.sleep(0.01)
        return await asyncio.to_thread(command_seconds, http, count)


def _figures(seconds: list[float]) -> str:
    slow = sorted(seconds)[int(0.95 * len(seconds))]
    return f"p50 {1000 * median(seconds):.1f} ms, p95 {1000 * slow:.1f} ms"


PROOF = Proof(
    claim="A flood of anonymous replays neither delays commands much nor makes one fail",
    full=FULL,
    sample=SAMPLE,
    attempt=attempt,
)
