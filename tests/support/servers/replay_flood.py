"""A flood of reads of old versions, and how long commands take meanwhile."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from tests.support.tables.http_table import start_table


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
