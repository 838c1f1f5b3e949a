"""What an error response says, and whether and when the request is sent again."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol

BUSY = (429, 503)
LONGEST_WAIT = 30.0


class Answer(Protocol):
    """A response of httpx or requests."""

    @property
    def status_code(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    def json(self) -> Any: ...


def problem_code(answer: Answer) -> str:
    """Return the last part of the problem's type; without a problem document, the status."""
    try:
        return str(answer.json()["type"]).rpartition("/")[2]
    except (ValueError, KeyError, TypeError):
        return str(answer.status_code)


@dataclass(frozen=True)
class Retry:
    """How long one request is repeated; all attempts have the same idempotency key."""

    tries: float = 4
    seconds: float = inf  # since the first attempt
    pause: float | None = None  # between two attempts; None: what `Retry-After` says
    statuses: tuple[int, ...] = BUSY

    def pause_after(self, attempt: int, elapsed: float, answer: Answer | None) -> float | None:
        """Return the seconds until the next attempt; None if there is none.

        `answer` is None if the connection was lost: then nobody knows when the server is back.
        """
        if attempt >= self.tries or elapsed >= self.seconds:
            return None
        if answer is not None and answer.status_code not in self.statuses:
            return None
        if self.pause is not None or answer is None:
            return self.pause
        after = answer.headers.get("Retry-After", "")
        return min(float(after), LONGEST_WAIT) if after.isdecimal() else None
