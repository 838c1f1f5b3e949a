"""A line to the target: every question is timed from when it was due, every refusal counted."""

import asyncio
from typing import Any

import httpx

from openapi.load.counters import Tally
from openapi.load.document import Request
from openapi.load.problem import TRIES, problem_code, retry_after

REQUEST_SECONDS = 10.0
UNREADABLE = "unreadable_answer"


class Refused(Exception):
    """The server said no, or nothing at all; already counted."""


class Silence(Refused):
    """It said nothing for as long as anybody waits."""


class Line:
    def __init__(self, http: httpx.AsyncClient, tally: Tally) -> None:
        self._http = http
        self._tally = tally

    async def ask(self, request: Request, token: str = "", due: float | None = None) -> Any:
        """The answer; told to wait, it waits and tries again, which is part of the latency.

        Who waits in vain has waited too: a server that stalls until the end shows it.
        """
        now = asyncio.get_running_loop().time
        due = now() if due is None else due
        try:
            return await self._answer(request, token, due)
        except (asyncio.CancelledError, Silence):
            self._tally.unanswered(request.operation, due, now())
            raise

    async def _answer(self, request: Request, token: str, due: float) -> Any:
        now, headers = asyncio.get_running_loop().time, request.headers(token)
        for tries_left in reversed(range(TRIES)):
            sent = now()
            answer = await self._sent(request, headers)
            if answer.is_success:
                self._tally.answered(request.operation, due, sent, now())
                return self._read(request, answer)
            code = problem_code(answer)
            self._tally.errors[code] += 1
            wait = retry_after(answer)
            if wait is None or not tries_left:
                break
            await asyncio.sleep(wait)
        raise Refused(f"{request.operation}: {code}")

    def _read(self, request: Request, answer: httpx.Response) -> Any:
        try:
            return answer.json() if answer.content else None
        except ValueError as why:
            self._tally.errors[UNREADABLE] += 1
            raise Refused(f"{request.operation}: {why}") from None

    async def _sent(self, request: Request, headers: dict[str, str]) -> httpx.Response:
        try:
            return await self._http.request(
                request.method, request.path, json=request.body, headers=headers
            )
        except httpx.HTTPError as failure:
            self._tally.errors[type(failure).__name__] += 1
            silent = isinstance(failure, httpx.TimeoutException)
            raise (Silence if silent else Refused)(f"{request.operation}: {failure!r}") from failure
