"""A transport of httpx that repeats a request, with its headers, while the server is away."""

import time
from collections.abc import Callable

import httpx

from openapi.play.retrying import Retry
from tests.support.servers.processes import PATIENCE

AWAY = (502, 503, 504)
PATIENT = Retry(tries=float("inf"), seconds=PATIENCE, pause=0.05, statuses=AWAY)

Note = Callable[[httpx.Request, httpx.Response], None]


class RetryingTransport(httpx.HTTPTransport):
    """Calls `note` with every request that it repeats, and the answer before."""

    def __init__(self, retry: Retry, note: Note | None = None) -> None:
        super().__init__()
        self._retry, self._note = retry, note

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        began, attempt = time.monotonic(), 0
        while True:
            attempt += 1
            answer, lost = self._attempt(request)
            pause = self._retry.pause_after(attempt, time.monotonic() - began, answer)
            if pause is None:
                if answer is None:
                    assert lost is not None
                    raise lost
                return answer
            if answer is not None:
                answer.read()
                if self._note is not None:
                    self._note(request, answer)
            time.sleep(pause)

    def _attempt(
        self, request: httpx.Request
    ) -> tuple[httpx.Response | None, httpx.TransportError | None]:
        try:
            return super().handle_request(request), None
        except httpx.TransportError as lost:
            return None, lost
