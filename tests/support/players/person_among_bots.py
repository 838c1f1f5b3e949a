"""A player among bots at a real server, who retries while the server is away."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any

import httpx

from tests.support.network.sse import EventStream, open_stream
from tests.support.players.callers import Caller
from tests.support.players.request_clock import request_clock
from tests.support.servers.polling import PATIENCE

AWAY = {502, 503, 504}


class PersonAmongBots:
    """Anne has seat 0 of a table of Gumball Rally with three bots."""

    def __init__(self, url: str, clock: int | None) -> None:
        self._url = url
        self._http = httpx.Client(base_url=url)
        self._token = ""
        self._token = self.done("POST", "/v1/players", {"name": "Anne"})["token"]
        opening = {"game": "gumball_rally", "seats": 4, "clock": request_clock(clock), "sit": True}
        self.path = f"/v1/tables/{self.done('POST', '/v1/tables', opening)['id']}"
        for bot in ("random", "greedy", "greedy"):
            self.done("POST", f"{self.path}/seats", {"bot": bot})
        self.done("POST", f"{self.path}/start")
        self.told: dict[int, Any] = {}  # by version: every event that was acknowledged
        self.last: dict[int, Any] = {}  # those of the last command

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Send a request until the server answers."""
        deadline = time.monotonic() + PATIENCE
        bearer = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        while True:
            with suppress(httpx.TransportError):
                answer = self._http.request(method, path, json=body, headers=bearer | headers)
                if answer.status_code not in AWAY:
                    return answer
            assert time.monotonic() < deadline, f"{method} {path}: nobody answers"
            time.sleep(0.05)

    def done(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.ask(method, path, body, **headers)
        assert answer.is_success, answer.text
        return answer.json()

    def sees(self) -> Any:
        return self.done("GET", self.path)

    def events(self) -> list[Any]:
        found: list[Any] = []
        while True:
            page = self.done("GET", f"{self.path}/events?after={len(found)}&limit=100")["events"]
            if not page:
                return found
            found += page

    def types(self) -> list[str]:
        return [event.get("type", "sealed") for event in self.events()]

    def wait(self, true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        deadline = time.monotonic() + seconds
        while not (said := true()):
            assert time.monotonic() < deadline, self.types()[-20:]
            time.sleep(0.02)
        return said

    def asked(self) -> Any:
        """Wait for Anne's turn and return her actions; an empty list when the table is closed."""

        def open_question() -> Any:
            seen = self.done("GET", f"{self.path}/actions")
            return seen["actions"] or seen["decision"] is None

        said = self.wait(open_question)
        return [] if said is True else said

    def play(self) -> bool:
        """Play as soon as it is her turn; return whether the table was still running.

        Retries have the same idempotency key, so she plays once.
        """
        actions = self.asked()
        if not actions:
            return False
        key = {"Idempotency-Key": f"at-{len(self.told)}-{time.monotonic_ns()}"}
        receipt = self.done("POST", f"{self.path}/commands", actions[0]["command"], **key)
        self.last = {event["version"]: event for event in receipt["events"]}
        self.told |= self.last
        return True

    def open_stream(self) -> AbstractContextManager[EventStream]:
        """Open a stream as Anne."""
        return open_stream(Caller(self._http, self._token), self.path, max_seconds=300)

    def close(self) -> None:
        self._http.close()
