"""An HTTP client that times every request from the moment it was due and counts every failure."""

import asyncio
from typing import Any

import httpx

from openapi.load.counters import Counters
from openapi.play.document import Request
from openapi.play.retrying import Retry, problem_code

REQUEST_SECONDS = 10.0
UNREADABLE = "unreadable_answer"
RETRY = Retry()


class RequestFailed(Exception):
    """The server rejected the request or did not answer; the failure is already counted."""


class RequestTimedOut(RequestFailed):
    """No answer came within the timeout."""


class Client:
    def __init__(self, http: httpx.AsyncClient, counters: Counters) -> None:
        self.http = http
        self._counters = counters

    async def ask(self, request: Request, token: str = "", due: float | None = None) -> Any:
        """Return the decoded answer; waits for `Retry-After` and retries count as latency.

        A request without an answer is recorded with the time it has waited, so that a server
        that stalls until the end of the run does not look fast.
        """
        headers = request.headers(token)
        return self._decode(request, await self._answer(request, headers, due))

    async def read(self, request: Request, due: float, headers: dict[str, str] | None) -> bytes:
        """Return the answer as it is, to a request with headers of its own and no token."""
        return (await self._answer(request, headers or {}, due)).content

    async def _answer(
        self, request: Request, headers: dict[str, str], due: float | None
    ) -> httpx.Response:
        now = asyncio.get_running_loop().time
        due = now() if due is None else due
        try:
            return await self._ask_until_answered(request, headers, due)
        except (asyncio.CancelledError, RequestTimedOut):
            self._counters.unanswered(request.operation, due, now())
            raise

    async def _ask_until_answered(
        self, request: Request, headers: dict[str, str], due: float
    ) -> httpx.Response:
        now = asyncio.get_running_loop().time
        first, attempt = now(), 0
        while True:
            sent, attempt = now(), attempt + 1
            answer = await self._send(request, headers)
            if answer.is_success:
                self._counters.answered(request.operation, due, sent, now())
                return answer
            code = problem_code(answer)
            self._counters.errors[code] += 1
            pause = RETRY.pause_after(attempt, now() - first, answer)
            if pause is None:
                raise RequestFailed(f"{request.operation}: {code}")
            await asyncio.sleep(pause)

    def _decode(self, request: Request, answer: httpx.Response) -> Any:
        try:
            return answer.json() if answer.content else None
        except ValueError as error:
            self._counters.errors[UNREADABLE] += 1
            raise RequestFailed(f"{request.operation}: {error}") from None

    async def _send(self, request: Request, headers: dict[str, str]) -> httpx.Response:
        try:
            return await self.http.request(
                request.method, request.path, json=request.body, headers=headers
            )
        except httpx.HTTPError as error:
            self._counters.errors[type(error).__name__] += 1
            timed_out = isinstance(error, httpx.TimeoutException)
            failure = RequestTimedOut if timed_out else RequestFailed
            raise failure(f"{request.operation}: {error!r}") from error
