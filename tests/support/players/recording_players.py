"""Players in a thread who play without end and keep what the server has acknowledged."""

import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from typing import NamedTuple

import httpx

from application.ports.event_log import EventLog
from domain.fairness.chain import first_head
from domain.judging.stored import heads_after
from openapi.play.retrying import Retry, problem_code
from tests.support.players.callers import Refused, calling, new_player
from tests.support.tables.http_table import HttpTable, start_table

SEATS = 3
RETRY = Retry(tries=float("inf"), pause=0.05, statuses=(503,))
KEY = "Idempotency-Key"


class Acknowledged(NamedTuple):
    """A command that the server has acknowledged; `at` is in seconds of `time.monotonic`."""

    table: str
    version: int
    head: str
    at: float


class Unavailable(NamedTuple):
    """A request that got 503 and is repeated."""

    table: str
    at: float
    retry_after: str | None


class Ended(Exception):
    """The players are not needed any more."""


class RecordingPlayers(threading.Thread):
    """When their table is closed, they start the next one."""

    def __init__(self, url: str, thinking: float = 0.0) -> None:
        """`thinking` is the pause before each turn, in seconds."""
        super().__init__(daemon=True)
        self._thinking = thinking
        self._ended = threading.Event()
        self._stack = ExitStack()
        self._http = self._stack.enter_context(calling(url, self._check, RETRY, self._repeated))
        self.table = ""
        self.acknowledged: list[Acknowledged] = []
        self.unavailable: list[Unavailable] = []
        self.unknown: set[str] = set()  # keys of requests whose outcome was unknown for a time
        self.rejected: Counter[str] = Counter()  # for good: method and status
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            self._people = [new_player(self._http, f"P{n}") for n in range(SEATS)]
            while not self._ended.is_set():
                with suppress(Refused):  # a fail-over has taken the table back
                    self._play_table()
        except Ended:
            pass
        except BaseException as failure:  # noqa: BLE001  (`end` raises it)
            self.failure = failure

    def end(self) -> None:
        """Complete the request that is sent, if it can be, and stop."""
        self._ended.set()
        self.join()
        self._stack.close()
        if self.failure is not None:
            raise self.failure

    def _play_table(self) -> None:
        self.table = ""
        table = start_table(self._http, people=self._people)
        self.table = table.id
        while not self._ended.wait(self._thinking) and self._has_played(table):
            pass

    def _has_played(self, table: HttpTable) -> bool:
        """Play a turn; a command may be rejected because a fail-over has undone what was seen."""
        try:
            return table.perform(table.known.play()) is not None
        except Refused as refused:
            if refused.answer.request.method == "GET":
                raise
            return True

    def _check(self, answer: httpx.Response) -> None:
        request = answer.request
        if not answer.is_success:
            self.rejected[f"{request.method} {answer.status_code}"] += 1
        elif request.method == "POST" and "/tables" in request.url.path:
            body = answer.json()
            table = body.get("id") or request.url.path.split("/")[3]
            noted = Acknowledged(table, body["version"], body["head"], time.monotonic())
            self.acknowledged.append(noted)

    def _repeated(self, request: httpx.Request, answer: httpx.Response) -> None:
        retry_after = answer.headers.get("Retry-After")
        self.unavailable.append(Unavailable(self.table, time.monotonic(), retry_after))
        if problem_code(answer) == "outcome_unknown":
            self.unknown.add(request.headers[KEY])
        if self._ended.is_set():
            raise Ended


async def lost(log: EventLog, acknowledged: Iterable[Acknowledged]) -> list[Acknowledged]:
    """Return what was acknowledged and is not stored any more."""
    acknowledged = list(acknowledged)
    chains: dict[str, dict[int, str]] = {}
    for table in {one.table for one in acknowledged}:
        stored = await log.load(table)
        entries = () if stored is None else stored.entries
        seed = b"" if stored is None else stored.seed
        heads = heads_after(first_head(table), seed, entries)
        chains[table] = {e.last: head.hex() for e, head in zip(entries, heads, strict=True)}
    return [one for one in acknowledged if chains[one.table].get(one.version) != one.head]
