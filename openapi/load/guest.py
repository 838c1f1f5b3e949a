"""One player of a load run: every question is timed, every refusal counted."""

import time
from typing import Any

import httpx

from openapi.load.tally import Tally


class Refused(Exception):
    """The server said no, or nothing at all; already counted."""


class Guest:
    def __init__(self, http: httpx.AsyncClient, tally: Tally) -> None:
        self._http = http
        self._tally = tally
        self._headers: dict[str, str] = {}

    async def arrive(self, name: str) -> None:
        told = await self.ask("createPlayer", "POST", "/v1/players", {"name": name})
        self._headers = {"Authorization": f"Bearer {told['token']}"}

    async def ask(self, operation: str, method: str, path: str, body: Any = None) -> Any:
        began = time.perf_counter()
        try:
            answer = await self._http.request(method, path, json=body, headers=self._headers)
        except httpx.HTTPError as failure:
            self._tally.errors[type(failure).__name__] += 1
            raise Refused(repr(failure)) from failure
        self._tally.answered(operation, 1000 * (time.perf_counter() - began))
        if answer.is_success:
            return answer.json() if answer.content else None
        code = _code(answer)
        self._tally.errors[code] += 1
        raise Refused(f"{operation}: {code}")


def _code(answer: httpx.Response) -> str:
    """The last word of the problem's type, or the status of what is no problem document."""
    try:
        return str(answer.json()["type"]).rpartition("/")[2]
    except (ValueError, KeyError, TypeError):
        return str(answer.status_code)
