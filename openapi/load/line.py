"""A line to the target: every question is timed from when it was due, every refusal counted."""

import asyncio
from typing import Any

import httpx

from openapi.load.document import Request
from openapi.load.problem import TRIES, problem_code, retry_after
from openapi.load.tally import Tally

REQUEST_SECONDS = 10.0


class Refused(Exception):
    """The server said no, or nothing at all; already counted."""


class Line:
    def __init__(self, http: httpx.AsyncClient, tally: Tally) -> None:
        self._http = http
        self._tally = tally

    async def ask(self, request: Request, token: str = "", due: float | None = None) -> Any:
        """The answer; told to wait, it waits and tries again, which is part of the latency."""
        now = asyncio.get_running_loop().time
        due = now() if due is None else due
        for tries_left in reversed(range(TRIES)):
            sent = now()
            answer = await self._sent(request, token)
            if answer.is_success:
                self._tally.answered(request.operation, due, sent, now())
                return answer.json() if answer.content else None
            code = problem_code(answer)
            self._tally.errors[code] += 1
            wait = retry_after(answer)
            if wait is None or not tries_left:
                break
            await asyncio.sleep(wait)
        raise Refused(f"{request.operation}: {code}")

    async def _sent(self, request: Request, token: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            return await self._http.request(
                request.method, request.path, json=request.body, headers=headers
            )
        except httpx.HTTPError as failure:
            self._tally.errors[type(failure).__name__] += 1
            raise Refused(f"{request.operation}: {failure!r}") from failure
