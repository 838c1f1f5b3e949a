"""Reads the problem code and `Retry-After` of an error response of httpx or requests."""

from collections.abc import Mapping
from typing import Any, Protocol

BUSY = (429, 503)
LONGEST_WAIT = 30.0
TRIES = 4


class Answer(Protocol):
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


def retry_after(answer: Answer) -> float | None:
    """Return the seconds to wait, if the server is busy and sends them."""
    seconds = answer.headers.get("Retry-After", "")
    if answer.status_code not in BUSY or not seconds.isdecimal():
        return None
    return min(float(seconds), LONGEST_WAIT)
