"""HTTP clients of an API process, and the players who use them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from openapi.play.document import Request
from openapi.play.retrying import Retry
from tests.support.network.retrying_transport import Note, RetryingTransport

Check = Callable[[httpx.Response], None]


@contextmanager
def calling(
    base: str, check: Check | None = None, retry: Retry | None = None, note: Note | None = None
) -> Iterator[httpx.Client]:
    """Open a client of one API process; `check` is called with every answer.

    With `retry` it repeats requests while the server is away, and calls `note` each time.
    """

    def checked(answer: httpx.Response) -> None:
        answer.read()
        if check is not None:
            check(answer)

    with httpx.Client(
        base_url=base,
        event_hooks={"response": [checked]},
        transport=None if retry is None else RetryingTransport(retry, note),
    ) as http:
        yield http


class Refused(AssertionError):
    """A request that must succeed was rejected."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.request.method} {answer.request.url}: {answer.text}")
        self.answer = answer


class Caller:
    """A player with a token; without one, an anonymous caller."""

    def __init__(self, http: httpx.Client, token: str | None = None, player: str = "") -> None:
        self.http, self.token, self.id = http, token, player

    def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        headers = dict(sent.pop("headers", None) or {})
        if self.token is not None:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        return self.http.request(method, path, headers=headers, **sent)

    def send(self, request: Request) -> Any:
        """Send a request of the document; return the decoded answer, which must be a success."""
        headers = request.headers(self.token or "")
        answer = self.http.request(request.method, request.path, json=request.body, headers=headers)
        if not answer.is_success:
            raise Refused(answer)
        return answer.json()

    def get(self, path: str, **sent: Any) -> httpx.Response:
        return self.ask("GET", path, **sent)

    def post(self, path: str, body: Any = None, **sent: Any) -> httpx.Response:
        return self.ask("POST", path, **({} if body is None else {"json": body}), **sent)

    def delete(self, path: str, **sent: Any) -> httpx.Response:
        return self.ask("DELETE", path, **sent)

    def erase(self) -> httpx.Response:
        return self.delete("/v1/players/me", params={"confirm": self.id})

    def at(self, http: httpx.Client) -> "Caller":
        """Return the same player as a client of another process."""
        return Caller(http, self.token, self.id)


def new_player(http: httpx.Client, name: str) -> Caller:
    """Register a player."""
    made = http.post("/v1/players", json={"name": name})
    assert made.status_code == 201, made.text
    return Caller(http, made.json()["token"], made.json()["id"])


def create_webhook(owner: Caller, url: str, **wanted: Any) -> Any:
    """Create a webhook of this player; return it with its secret."""
    answer = owner.post("/v1/webhooks", {"url": url, **wanted})
    assert answer.status_code == 201, answer.text
    return answer.json()
