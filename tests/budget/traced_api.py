"""`python -m tests.budget.traced_api`: an API process that prints what its requests pass, as JSON.

The main thread serves, and only it is traced; the other thread is the client. What is done after an
answer may be seen with the next request, so each request is taken together with the one after it.
A function counts if all such pairs pass it: work that is due from time to time does not, nor what
takes a body that arrives after its head, so a busy machine changes nothing.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from threading import Thread
from types import CodeType, FrameType

import httpx

from api.__main__ import main
from tests.support.paths import ROOT
from tests.support.players.callers import calling
from tests.support.servers.processes import succeeds, until
from tests.support.tables.http_table import HttpTable, start_table

REQUESTS = 21  # of each kind
WARM_UP = 3  # the first ones, which do not count


class Trace:
    def __init__(self) -> None:
        self._passed: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self._passed.add(frame.f_code)

    def usual(self, requests: Iterable[Callable[[], httpx.Response]]) -> list[str]:
        """Send requests; return the functions that all of them pass."""
        passed: list[set[CodeType]] = []
        for send in requests:
            passed.append(set())
            self._passed = passed[-1]
            assert send().is_success
        pairs = pairwise(passed[WARM_UP:-1])  # the last one may go on
        usual = set.intersection(*(first | second for first, second in pairs))
        return sorted({place for code in usual if (place := place_of(code))})


def place_of(code: CodeType) -> str | None:
    """Return file and name of a function of the product; a lambda is part of its function."""
    path = os.path.relpath(code.co_filename, ROOT)
    if path.startswith(("..", ".venv", "tests", "<")) or code.co_name == "<module>":
        return None
    return f"{path}:{code.co_qualname.partition('.<')[0]}"


def moves(http: httpx.Client) -> Iterable[Callable[[], httpx.Response]]:
    """Yield the first move of each of several tables; nothing else is asked between two of them."""

    def move(table: HttpTable) -> Callable[[], httpx.Response]:
        mover = table.at_turn()
        command = table.listed(mover)
        return lambda: table.send(mover, command)

    return [move(start_table(http, clock=None)) for _ in range(WARM_UP + REQUESTS)]


def looks(http: httpx.Client) -> Iterable[Callable[[], httpx.Response]]:
    table = start_table(http, clock=None)
    return [lambda: table.people[1].get(table.path)] * (WARM_UP + REQUESTS)


def ask(trace: Trace) -> None:
    try:
        with calling(f"http://127.0.0.1:{os.environ['PORT']}") as http:
            until(lambda: succeeds("/health/live", http))
            print(
                json.dumps({"command": trace.usual(moves(http)), "get": trace.usual(looks(http))})
            )
    finally:
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    trace = Trace()
    Thread(target=ask, args=(trace,)).start()
    sys.setprofile(trace)
    main()
